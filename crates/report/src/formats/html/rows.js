/* The rows: a CSV text in bytes, read into typed columns; orders and filters are arrays of row numbers. */
const COMMA = 44, LINE = 10, QUOTE = 34;

class Rows {
  /* `text` is the CSV in bytes, with a header; `about` says what its columns are. */
  constructor(text, about) {
    this.text = text;
    this.columns = about.columns.map((column) => ({ ...column, numbers: null, starts: null, ranks: null, ranking: null }));
    this.count = about.rows;
    this.read();
  }

  read() {
    const { text, columns, count } = this;
    const width = columns.length;
    // The place of each first field, of each text, and the value of each number. An empty number is NaN.
    for (const [place, column] of columns.entries()) {
      if (column.is_number) column.numbers = new Float64Array(count);
      if (!column.is_number || place === 0) column.starts = new Uint32Array(count);
    }
    let at = this.end(0, width);
    for (let row = 0; row < count; row++) {
      for (let place = 0; place < width; place++) {
        const { numbers, starts } = columns[place];
        if (starts) starts[row] = at;
        if (numbers) {
          let byte = text[at], negative = false, value = 0;
          const begin = at;
          if (byte === 45) { negative = true; byte = text[++at]; }
          while (byte >= 48 && byte <= 57) { value = value * 10 + byte - 48; byte = text[++at]; }
          numbers[row] = at === begin ? NaN : negative ? -value : value;
          while (at < text.length && text[at] !== COMMA && text[at] !== LINE) at++;
        } else {
          at = this.after(at);
        }
        at++;
      }
    }
  }

  /* The place after the header. */
  end(at, width) {
    for (let place = 0; place < width; place++) at = this.after(at) + 1;
    return at;
  }

  /* The end of the field that begins at a place. */
  after(at) {
    const text = this.text, length = text.length;
    if (text[at] === QUOTE) {
      at++;
      while (at < length) {
        if (text[at] === QUOTE) {
          if (text[at + 1] !== QUOTE) return at + 1;
          at++;
        }
        at++;
      }
      return at;
    }
    while (at < length && text[at] !== COMMA && text[at] !== LINE) at++;
    return at;
  }

  /* A field in words. */
  field(at) {
    const end = this.after(at);
    const quoted = this.text[at] === QUOTE;
    const words = DECODER.decode(quoted ? this.text.subarray(at + 1, end - 1) : this.text.subarray(at, end));
    return [quoted ? words.replaceAll('""', '"') : words, end];
  }

  /* The fields of a row, as the CSV has them. */
  row(row) {
    let at = this.columns[0].starts[row];
    return this.columns.map(() => {
      const [words, end] = this.field(at);
      at = end + 1;
      return words;
    });
  }

  /* The words that name a row. */
  name(row, names) {
    return this.row(row).slice(0, names).join(", ");
  }

  /* All rows in the order of a column; rows without a value come last. Ties keep their order. */
  sorted(place, descending, order) {
    const column = this.columns[place];
    const keys = column.numbers ?? this.ranked(column);
    let least = Infinity, most = -Infinity;
    for (let row = 0; row < keys.length; row++) {
      if (keys[row] < least) least = keys[row];
      if (keys[row] > most) most = keys[row];
    }
    const span = most - least, last = span + 1;
    const key = (row) => {
      const value = keys[row];
      return value !== value ? last : descending ? most - value : value - least;
    };
    return radix(order, key, span >= 0 ? last : 0);
  }

  /* The place of each text among all texts; equal texts share one. */
  ranked(column) {
    while (!column.ranks) this.rank(column);
    return column.ranks;
  }

  /* Ranks all texts while the reader does nothing, so that no sort has to wait for it. */
  prepare() {
    const columns = this.columns.filter((column) => !column.numbers);
    const part = (idle) => {
      do {
        if (columns[0].ranks) columns.shift();
        else this.rank(columns[0]);
      } while (columns.length > 0 && idle.timeRemaining() > 1);
      if (columns.length > 0) whenIdle(part);
    };
    if (columns.length > 0) whenIdle(part);
  }

  /* A part of the work of ranking a column. */
  rank(column) {
    column.ranking ??= this.ranks(column);
    if (column.ranking.next().done) column.ranking = null;
  }

  *ranks(column) {
    const { count, text } = this;
    const begins = column.starts.slice(), ends = new Uint32Array(count);
    for (let row = 0; row < count; row++) {
      const quoted = text[begins[row]] === QUOTE ? 1 : 0;
      ends[row] = this.after(begins[row]) - quoted;
      begins[row] += quoted;
    }
    // Of equal texts that follow each other only the first is sorted: columns in words are often long runs.
    const rows = this.heads(begins, ends), heads = rows.slice();
    // The letters that occur have the codes 1, 2, ...; a key has as many of them as fit into 32 bits.
    const first = this.shared(heads, begins, ends), codes = new Uint8Array(256);
    for (const row of heads) {
      for (let at = begins[row] + first; at < ends[row]; at++) codes[text[at]] = 1;
    }
    let base = 1;
    for (let byte = 0; byte < 256; byte++) if (codes[byte]) codes[byte] = base++;
    const letters = Math.max(1, Math.floor(32 / Math.log2(Math.max(2, base)))), most = base ** letters;
    const powers = Array.from({ length: letters + 1 }, (_, power) => base ** power);
    const keys = new Float64Array(rows.length);
    const ranks = new Uint32Array(count);
    let rank = 0, since = 0;
    // Ranges of rows sorted by their keys, of which the rows before the first number have their ranks.
    const open = [];
    const sort = (low, high, depth) => {
      let ended = true;
      for (let index = low; index < high; index++) {
        let at = begins[rows[index]] + depth;
        const full = Math.min(letters, Math.max(0, ends[rows[index]] - at));
        let key = 0;
        for (const stop = at + full; at < stop; at++) key = key * base + codes[text[at]];
        if (full > 0) ended = false;
        keys[index] = key * powers[letters - full];
      }
      since += high - low;
      if (ended) {
        for (let index = low; index < high; index++) ranks[rows[index]] = rank;
        rank++;
        return;
      }
      if (high - low > 1 << 14) {
        const [ownRows, ownKeys] = [rows.slice(low, high), keys.slice(low, high)];
        const order = radix(Uint32Array.from({ length: high - low }, (_, index) => index), (index) => ownKeys[index], most);
        for (let index = 0; index < order.length; index++) {
          rows[low + index] = ownRows[order[index]];
          keys[low + index] = ownKeys[order[index]];
        }
      } else {
        together(rows, keys, low, high);
      }
      open.push([low, high, depth + letters]);
    };
    yield;
    if (count > 0) sort(0, rows.length, first);
    while (open.length > 0) {
      const range = open[open.length - 1], [from, high, depth] = range;
      if (from === high) { open.pop(); continue; }
      let to = from + 1;
      while (to < high && keys[to] === keys[from]) to++;
      range[0] = to;
      if (to === from + 1) ranks[rows[from]] = rank++;
      else sort(from, to, depth);
      if (since > 1 << 16) { since = 0; yield; }
    }
    for (let row = 0, head = 0; row < count; row++) {
      if (row === heads[head]) head++;
      else ranks[row] = ranks[row - 1];
    }
    column.ranks = ranks;
  }

  /* The rows whose text differs from that of the row before. */
  heads(begins, ends) {
    const { text, count } = this, heads = new Uint32Array(count);
    let found = 0;
    for (let row = 0; row < count; row++) {
      let same = row > 0 && ends[row] - begins[row] === ends[row - 1] - begins[row - 1];
      // Texts that differ often begin alike.
      for (let at = ends[row] - 1, other = ends[row - 1] - 1; same && at >= begins[row]; at--, other--) same = text[at] === text[other];
      if (!same) heads[found++] = row;
    }
    return heads.slice(0, found);
  }

  /* The number of bytes with which all texts begin. */
  shared(heads, begins, ends) {
    if (heads.length === 0) return 0;
    const text = this.text, first = begins[heads[0]];
    let length = ends[heads[0]] - first;
    for (const row of heads) {
      const own = begins[row], end = Math.min(length, ends[row] - own);
      let same = 0;
      while (same < end && text[own + same] === text[first + same]) same++;
      length = same;
    }
    return length;
  }

  /* A byte for each row: 1 if the row satisfies a condition on a column. */
  mask(place, words) {
    const column = this.columns[place], mask = new Uint8Array(this.count);
    const wanted = words.trim();
    if (!column.numbers) return this.contains(column, wanted, mask);
    const { numbers } = column, test = condition(wanted);
    if (!test) return null;
    for (let row = 0; row < mask.length; row++) if (test(numbers[row])) mask[row] = 1;
    return mask;
  }

  /* Rows whose text contains these words, or is equal to what follows `=`. */
  contains(column, wanted, mask) {
    const { text } = this, whole = wanted.startsWith("=");
    const needle = new TextEncoder().encode((whole ? wanted.slice(1) : wanted).replaceAll('"', '""'));
    const length = needle.length, first = needle[0];
    const agrees = (at) => {
      let same = 0;
      while (same < length && text[at + same] === needle[same]) same++;
      return same === length;
    };
    // A field without quotes has none of these.
    const plain = !needle.some((byte) => byte === COMMA || byte === QUOTE || byte === LINE);
    for (let row = 0; row < mask.length; row++) {
      let at = column.starts[row];
      const quoted = text[at] === QUOTE;
      if (whole) {
        const end = this.after(at) - quoted;
        at += quoted;
        if (end - at === length && agrees(at)) mask[row] = 1;
      } else if (quoted) {
        for (at++; ; at++) {
          const byte = text[at];
          if (byte === first && (byte !== QUOTE || text[at + 1] === QUOTE) && agrees(at)) { mask[row] = 1; break; }
          if (byte === QUOTE && text[++at] !== QUOTE) break;
        }
      } else if (plain) {
        for (; ; at++) {
          const byte = text[at];
          if (byte === COMMA || byte === LINE || byte === undefined) break;
          if (byte === first && agrees(at)) { mask[row] = 1; break; }
        }
      }
    }
    return mask;
  }
}

const DECODER = new TextDecoder();

/* Safari does not say when nothing happens. */
const whenIdle = window.requestIdleCallback ?? ((part) => setTimeout(() => part({ timeRemaining: () => 0 }), 20));

/* A condition on a number: 7, =7, !=7, <7, <=7, >7, >=7, 3..7, or - for no number. None if it cannot be read. */
function condition(words) {
  if (words === "-") return (value) => value !== value;
  const range = /^(-?\d+)\s*\.\.=?\s*(-?\d+)$/.exec(words);
  if (range) {
    const [low, high] = [Number(range[1]), Number(range[2])];
    return (value) => value >= low && value <= high;
  }
  const parts = /^(<=|>=|!=|<|>|=)?\s*(-?\d+)$/.exec(words);
  if (!parts) return null;
  const bound = Number(parts[2]);
  switch (parts[1]) {
    case "<": return (value) => value < bound;
    case "<=": return (value) => value <= bound;
    case ">": return (value) => value > bound;
    case ">=": return (value) => value >= bound;
    case "!=": return (value) => value === value && value !== bound;
    default: return (value) => value === bound;
  }
}

/* Sorts row numbers by whole numbers from 0 to `most`, 16 bits at a time. Ties keep their order. */
function radix(order, key, most) {
  const count = order.length, counts = new Uint32Array(65537);
  let rows = order, spare = new Uint32Array(count);
  // The lower and the upper 32 bits of the keys.
  let low = new Uint32Array(count), high = new Uint32Array(most >= 2 ** 32 ? count : 0);
  for (let index = 0; index < count; index++) {
    const value = key(order[index]);
    low[index] = value >>> 0;
    if (high.length > 0) high[index] = value / 2 ** 32;
  }
  let otherLow = new Uint32Array(count), otherHigh = new Uint32Array(high.length);
  for (let unit = 1, bit = 0; unit <= most; unit *= 65536, bit += 16) {
    const words = bit < 32 ? low : high, shift = bit % 32;
    counts.fill(0);
    for (let index = 0; index < count; index++) counts[((words[index] >>> shift) & 65535) + 1]++;
    if (counts.includes(count)) continue;
    for (let digit = 0; digit < 65536; digit++) counts[digit + 1] += counts[digit];
    for (let index = 0; index < count; index++) {
      const to = counts[(words[index] >>> shift) & 65535]++;
      spare[to] = rows[index];
      otherLow[to] = low[index];
      if (high.length > 0) otherHigh[to] = high[index];
    }
    [rows, spare] = [spare, rows === order ? new Uint32Array(count) : rows];
    [low, otherLow] = [otherLow, low];
    [high, otherHigh] = [otherHigh, high];
  }
  return rows;
}

/* Sorts a part of the rows together with their keys. */
function together(rows, keys, low, high) {
  while (high - low > 16) {
    const middle = keys[low + ((high - low) >> 1)];
    let left = low, right = high - 1;
    while (left <= right) {
      while (keys[left] < middle) left++;
      while (keys[right] > middle) right--;
      if (left > right) break;
      [keys[left], keys[right]] = [keys[right], keys[left]];
      [rows[left], rows[right]] = [rows[right], rows[left]];
      left++;
      right--;
    }
    // The shorter part first, so that few calls are open at a time.
    if (right + 1 - low < high - left) { together(rows, keys, low, right + 1); low = left; }
    else { together(rows, keys, left, high); high = right + 1; }
  }
  for (let index = low + 1; index < high; index++) {
    const key = keys[index], row = rows[index];
    let at = index - 1;
    for (; at >= low && keys[at] > key; at--) { keys[at + 1] = keys[at]; rows[at + 1] = rows[at]; }
    keys[at + 1] = key;
    rows[at + 1] = row;
  }
}
