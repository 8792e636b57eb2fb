/* The rows: a CSV text in bytes, read into typed columns; orders and filters are arrays of row numbers. */
const COMMA = 44, LINE = 10, QUOTE = 34;

class Rows {
  /* `text` is the CSV in bytes, with a header; `about` says what its columns are. */
  constructor(text, about) {
    this.text = text;
    this.columns = about.columns.map((column) => ({ ...column, numbers: null, starts: null, ranks: null }));
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
    const keys = column.numbers ?? (column.ranks ??= this.ranked(column));
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
    const { count, text } = this, ranks = new Uint32Array(count);
    const begin = (row) => column.starts[row] + (text[column.starts[row]] === QUOTE ? 1 : 0);
    const ends = new Uint32Array(count);
    for (let row = 0; row < count; row++) {
      ends[row] = this.after(column.starts[row]) - (begin(row) - column.starts[row]);
    }
    let rank = 0;
    // Six bytes at a time; groups that still agree are looked at again, from their next bytes on.
    const group = (rows, depth) => {
      if (rows.length > 1) {
        const first = begin(rows[0]);
        let shared = ends[rows[0]] - first;
        for (let index = 1; index < rows.length && shared > depth; index++) {
          const own = begin(rows[index]), end = Math.min(shared, ends[rows[index]] - own);
          let same = depth;
          while (same < end && text[own + same] === text[first + same]) same++;
          shared = same;
        }
        depth = Math.max(depth, shared);
      }
      const keys = new Float64Array(rows.length);
      let ended = true;
      for (let index = 0; index < rows.length; index++) {
        const from = begin(rows[index]) + depth, end = ends[rows[index]];
        let key = 0;
        for (let byte = from; byte < from + 6; byte++) key = key * 256 + (byte < end ? text[byte] : 0);
        keys[index] = key;
        if (end > from) ended = false;
      }
      if (ended) {
        for (const row of rows) ranks[row] = rank;
        rank++;
        return;
      }
      const places = rows.length < 64
        ? Uint32Array.from(keys.keys()).sort((one, other) => keys[one] - keys[other] || one - other)
        : radix(Uint32Array.from(keys.keys()), (index) => keys[index], 2 ** 48);
      for (let low = 0; low < places.length;) {
        let high = low + 1;
        while (high < places.length && keys[places[high]] === keys[places[low]]) high++;
        if (high === low + 1) {
          ranks[rows[places[low]]] = rank++;
        } else {
          group(places.subarray(low, high).map((index) => rows[index]), depth + 6);
        }
        low = high;
      }
    };
    if (count > 0) group(Uint32Array.from({ length: count }, (_, row) => row), 0);
    return ranks;
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
    for (let row = 0; row < mask.length; row++) {
      let from = column.starts[row], end;
      if (text[from] === QUOTE) {
        end = this.after(from++) - 1;
      } else {
        end = from;
        while (end < text.length && text[end] !== COMMA && text[end] !== LINE) end++;
      }
      const last = whole ? Math.min(from, end - length) : end - length;
      if (whole && end - from !== length) continue;
      for (let at = from; at <= last; at++) {
        if (length > 0 && text[at] !== first) continue;
        let same = 1;
        while (same < length && text[at + same] === needle[same]) same++;
        if (same >= length) {
          mask[row] = 1;
          break;
        }
      }
    }
    return mask;
  }
}

const DECODER = new TextDecoder();

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
  let from = Float64Array.from(order, key), rows = order, spare = new Uint32Array(rows.length);
  let keys = new Float64Array(rows.length);
  const counts = new Uint32Array(65537);
  for (let unit = 1; unit <= most; unit *= 65536) {
    counts.fill(0);
    for (let index = 0; index < from.length; index++) counts[(Math.floor(from[index] / unit) % 65536) + 1]++;
    for (let digit = 0; digit < 65536; digit++) counts[digit + 1] += counts[digit];
    for (let index = 0; index < from.length; index++) {
      const to = counts[Math.floor(from[index] / unit) % 65536]++;
      spare[to] = rows[index];
      keys[to] = from[index];
    }
    [rows, spare] = [spare, rows === order ? new Uint32Array(rows.length) : rows];
    [from, keys] = [keys, from];
  }
  return rows;
}
