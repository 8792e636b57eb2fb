/* The chart: uPlot draws axes and enlarges parts; the points are drawn here, each pixel once. */
const FONT = "system-ui, sans-serif";

/* From few to many, also for readers who do not tell all colours apart: viridis. */
const COLOURS = ["#440154", "#482475", "#414487", "#355f8d", "#2a788e", "#21918c", "#22a884", "#44bf70", "#7ad151", "#bddf26", "#fde725"];

/* How near a pointer must be to a dot, in pixels. */
const NEAR = 12;

class Chart {
  /* `chosen` is called when a dot is clicked. */
  constructor(room, view, about, chosen) {
    [this.room, this.view, this.about, this.chosen, this.selected] = [room, view, about, chosen, -1];
    this.numeric = view.rows.columns.map((column, place) => ({ ...column, place })).filter((column) => column.numbers);
    this.choose();
    this.next = new Int32Array(view.rows.count);
    this.place = make("div", { id: "chart" });
    this.tip = make("div", { id: "tip", hidden: "" });
    this.named = make("p", { class: "told", id: "named", role: "status" });
    this.named.textContent = `Point at a dot to see its ${about.things[0]}; click it to find it in the table. Drag to enlarge a part.`;
    room.append(this.bar(), this.place, this.named);
    this.listen();
  }

  /* The columns that are shown at first: those that the page names, else the first ones that vary. */
  choose() {
    const { numeric, about } = this;
    // Constant columns come after others, empty ones last.
    const worth = (column) => {
      const [low, most] = limits(column);
      return low < most ? (column.numbers.some((value) => value === value) ? 2 : 0) : 1;
    };
    const candidates = [2, 1, 0].flatMap((wanted) => numeric.filter((column) => worth(column) === wanted));
    const known = (name) => numeric.find((column) => column.name === name);
    const pick = (index) => known(about.axes?.[index]) ?? candidates[index];
    this.choice = { x: pick(0), y: pick(1), colour: known(about.colour) ?? null, log: { x: false, y: false } };
  }

  bar() {
    const { choice, numeric } = this;
    const select = (key, label, none) => {
      const node = make("select", { "aria-label": label, id: `choice-${key}` });
      if (none) node.append(new Option(none, "", false, choice[key] === null));
      for (const column of numeric) node.append(new Option(column.name, column.place, false, column === choice[key]));
      node.addEventListener("change", () => {
        choice[key] = numeric.find(({ place }) => String(place) === node.value) ?? null;
        this.draw();
      });
      return node;
    };
    const log = (axis) => {
      const node = make("input", { type: "checkbox", id: `log-${axis}` });
      node.addEventListener("change", () => { choice.log[axis] = node.checked; this.draw(); });
      return make("label", {}, node, " logarithmic");
    };
    const whole = make("button", { type: "button" }, "Show all");
    whole.addEventListener("click", () => this.draw());
    return make("div", { class: "bar" },
      make("label", {}, "Across ", select("x", "the column on the x axis")), log("x"),
      make("label", {}, "Up ", select("y", "the column on the y axis")), log("y"),
      make("label", {}, "Colour ", select("colour", "the column that gives the colours", "by number")), whole);
  }

  /* Draws again when the room or the colours change. Paper is white. */
  listen() {
    let around = 0;
    new ResizeObserver(() => {
      if (Math.abs(this.place.clientWidth - around) < 2) return;
      around = this.place.clientWidth;
      this.draw();
    }).observe(this.place);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.again());
    const printed = (is) => { document.documentElement.classList.toggle("printed", is); this.again(); };
    addEventListener("beforeprint", () => printed(true));
    addEventListener("afterprint", () => printed(false));
  }

  again() {
    this.plot?.redraw();
  }

  /* Called when other rows are shown. */
  changed() {
    clearTimeout(this.late);
    this.late = setTimeout(() => this.again(), 30);
  }

  show(row) {
    this.selected = row;
    this.named.textContent = this.words(row);
    this.again();
  }

  /* Makes the plot, with everything in it. */
  draw() {
    this.plot?.destroy();
    const { choice, place } = this, width = place.clientWidth || 640;
    const [x, y] = ["x", "y"].map((axis) => padded(limits(choice[axis]), choice.log[axis]));
    const scale = (whole, log) => ({
      time: false, auto: false, distr: log ? 4 : 1, asinh: 1,
      range: (_plot, low, most) => (low === null || low === undefined ? whole : [low, most]),
    });
    this.plot = new uPlot({
      width, height: Math.round(Math.min(520, Math.max(300, width * 0.55))),
      legend: { show: false },
      cursor: { drag: { x: true, y: true, uni: 20 }, points: { show: false } },
      scales: { x: scale(x, choice.log.x), y: scale(y, choice.log.y) },
      axes: [this.axis(choice.x.name, 2), this.axis(choice.y.name, 3)],
      series: [{}, { scale: "y", paths: () => null, points: { show: false } }],
      hooks: { draw: [() => this.points()], setCursor: [() => this.point()] },
    }, [x, y], place);
    this.plot.setScale("x", { min: x[0], max: x[1] });
    this.plot.setScale("y", { min: y[0], max: y[1] });
    this.plot.over.append(this.tip);
    this.plot.over.addEventListener("click", () => {
      const row = this.nearest();
      if (row >= 0) this.chosen(row);
    });
  }

  axis(label, side) {
    const colour = (name) => () => getComputedStyle(this.room).getPropertyValue(name).trim();
    const letters = (values) => Math.max(0, ...(values ?? []).map((text) => String(text ?? "").length));
    const line = { stroke: colour("--line"), width: 1 };
    return {
      label, side, stroke: colour("--ink"), labelFont: `italic 15px ${FONT}`, font: `12px ${FONT}`, labelGap: 2,
      grid: line, ticks: line,
      size: side === 3 ? (_plot, values) => Math.max(46, 14 + 7 * letters(values)) : 44,
      values: (_plot, splits) => splits.map((value) => (Number.isInteger(value) ? grouped(value) : "")),
    };
  }

  /* The part of the chart that is shown, and where values are in it, in pixels from the left and from below. */
  area() {
    const { bbox, scales } = this.plot, ratio = devicePixelRatio || 1, { log } = this.choice;
    const wide = Math.ceil(bbox.width / ratio), high = Math.ceil(bbox.height / ratio);
    const { min: left, max: right } = scales.x, { min: low, max: top } = scales.y;
    const inside = (x, y) => x >= left && x <= right && y >= low && y <= top;
    return { bbox, ratio, wide, high, inside, across: along(log.x, left, right, wide - 1), up: along(log.y, low, top, high - 1) };
  }

  /* Counts the rows at each pixel. `first` and `next` make a list of them. */
  count({ wide, high, inside, across, up }) {
    const { choice, next, view: { mask, rows } } = this;
    const first = new Int32Array(wide * high).fill(-1), counts = new Uint32Array(wide * high), others = new Uint8Array(wide * high);
    const xs = choice.x.numbers, ys = choice.y.numbers;
    for (let row = rows.count - 1; row >= 0; row--) {
      const x = xs[row], y = ys[row];
      if (!inside(x, y)) continue;
      const pixel = Math.round(across(x)) + wide * (high - 1 - Math.round(up(y)));
      if (mask && !mask[row]) { others[pixel] = 1; continue; }
      next[row] = first[pixel];
      first[pixel] = row;
      counts[pixel]++;
    }
    Object.assign(this, { first, wide, high });
    return { counts, others };
  }

  /* Draws the points. A dot is darker the more rows are there, or has the colour of a column. */
  points() {
    const area = this.area(), { counts, others } = this.count(area), { ctx } = this.plot, { bbox } = area;
    let most = 1, dots = 0;
    for (const count of counts) if (count > 0) { dots++; if (count > most) most = count; }
    const dot = this.dot(area, dots), styles = getComputedStyle(this.room);
    const [line, own] = [styles.getPropertyValue("--line"), styles.getPropertyValue("--dot")];
    const colour = this.colour(line);
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    ctx.fillStyle = line;
    for (let pixel = 0; pixel < others.length; pixel++) if (others[pixel] && counts[pixel] === 0) dot(pixel);
    ctx.fillStyle = own;
    const depth = Math.log(most + 1);
    for (let pixel = 0; pixel < counts.length; pixel++) {
      if (counts[pixel] === 0) continue;
      if (colour) ctx.fillStyle = colour(this.first[pixel]);
      else ctx.globalAlpha = most === 1 ? 0.85 : 0.35 + 0.65 * Math.log(counts[pixel] + 1) / depth;
      dot(pixel);
    }
    ctx.globalAlpha = 1;
    if (this.selected >= 0) this.ring(area, styles.getPropertyValue("--mark"));
    ctx.restore();
  }

  /* Draws one dot of several; on linear axes with colours, a cell of a grid. */
  dot({ bbox, ratio, wide, across, up }, dots) {
    const { ctx } = this.plot, { choice } = this;
    const size = (dots > 20000 ? 1.5 : dots > 4000 ? 2.5 : dots > 800 ? 3.5 : 5) * ratio;
    const cell = (along) => Math.ceil(Math.max(size, Math.min(60, Math.abs(along(1) - along(0))) * ratio));
    const [width, height] = choice.colour && !choice.log.x && !choice.log.y ? [cell(across), cell(up)] : [size, size];
    const round = width === size && size >= 3 * ratio;
    return (pixel) => {
      const x = bbox.left + (pixel % wide + 0.5) * ratio, y = bbox.top + (Math.floor(pixel / wide) + 0.5) * ratio;
      if (!round) { ctx.fillRect(x - width / 2, y - height / 2, width, height); return; }
      ctx.beginPath();
      ctx.arc(x, y, size / 2, 0, 7);
      ctx.fill();
    };
  }

  /* The colour of a row, if a column gives the colours. */
  colour(none) {
    const column = this.choice.colour;
    if (!column) return null;
    const [low, most] = limits(column), unit = COLOURS.length / (most - low + 1);
    return (row) => COLOURS[Math.floor((column.numbers[row] - low) * unit)] ?? none;
  }

  /* A ring around the row that was chosen. */
  ring({ bbox, ratio, high, inside, across, up }, colour) {
    const { ctx } = this.plot, { x: { numbers: xs }, y: { numbers: ys } } = this.choice;
    const [x, y] = [xs[this.selected], ys[this.selected]];
    if (!inside(x, y)) return;
    ctx.strokeStyle = colour;
    ctx.lineWidth = 2 * ratio;
    ctx.beginPath();
    ctx.arc(bbox.left + (across(x) + 0.5) * ratio, bbox.top + (high - 0.5 - up(y)) * ratio, 6 * ratio, 0, 7);
    ctx.stroke();
  }

  /* The first row at the dot that is nearest to the pointer, or -1. */
  nearest() {
    const { left, top } = this.plot.cursor, { first, wide, high } = this;
    if (left < 0 || !first) return -1;
    let best = -1, distance = NEAR * NEAR + 1;
    for (let y = Math.max(0, Math.round(top) - NEAR); y <= Math.min(high - 1, Math.round(top) + NEAR); y++) {
      for (let x = Math.max(0, Math.round(left) - NEAR); x <= Math.min(wide - 1, Math.round(left) + NEAR); x++) {
        const apart = (x - left) ** 2 + (y - top) ** 2;
        if (apart < distance && first[x + wide * y] >= 0) [distance, best] = [apart, first[x + wide * y]];
      }
    }
    return best;
  }

  /* What a row is, and its values in the chart. */
  words(row) {
    const { choice, about: { names }, view: { rows } } = this, fields = rows.row(row);
    const text = ({ name, place }) => `${name} = ${fields[place] || "none"}`;
    const named = rows.columns.slice(0, names).map((column, place) => (column.is_number ? text({ ...column, place }) : fields[place]));
    const more = new Set([choice.x, choice.y, choice.colour].filter((column) => column && column.place >= names));
    return [named.join(", "), ...Array.from(more, text)].join(rows.columns[0].is_number ? ", " : "; ");
  }

  /* Tells which rows are at the pointer. */
  point() {
    const row = this.nearest(), { tip } = this;
    tip.hidden = row < 0;
    if (row < 0) return;
    let more = 0;
    for (let other = this.next[row]; other >= 0; other = this.next[other]) more++;
    tip.textContent = this.words(row) + (more > 0 ? `, and ${grouped(more)} more here` : "");
    const { left, top } = this.plot.cursor, wide = this.plot.over.clientWidth;
    const side = left > wide / 2 ? `right:${wide - left + 12}px` : `left:${left + 12}px`;
    tip.style.cssText = `top:${top + 12}px;${side}`;
  }
}

/* The least and the largest number of a column. */
function limits({ numbers }) {
  let low = Infinity, most = -Infinity;
  for (let row = 0; row < numbers.length; row++) {
    if (numbers[row] < low) low = numbers[row];
    if (numbers[row] > most) most = numbers[row];
  }
  return low > most ? [0, 1] : [low, most];
}

/* Limits with a margin. */
function padded([low, most], log) {
  if (log) return [low, Math.max(most * 1.1, low + 1)];
  const margin = (most - low) * 0.03 || 1;
  return [low - margin, most + margin];
}

/* The place of a value on an axis, in pixels; a logarithmic axis has a place for 0 and below, too. */
function along(log, low, most, length) {
  const from = log ? Math.asinh(low) : low, unit = length / ((log ? Math.asinh(most) : most) - from);
  return log ? (value) => (Math.asinh(value) - from) * unit : (value) => (value - from) * unit;
}
