/* Shows the rows of a page in a table and a chart. */
(async () => {
  const about = JSON.parse(document.getElementById("about").textContent);
  const room = document.getElementById("explorer"), state = document.getElementById("state");
  const [thing, things] = about.things;
  const make = (tag, attributes = {}, ...inside) => {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    node.append(...inside);
    return node;
  };
  const grouped = (number) => number.toLocaleString("en-US");
  let rows;
  try {
    rows = new Rows(await unpack(), about);
  } catch (error) {
    state.textContent = `The rows cannot be unpacked: ${error.message}`;
    throw error;
  }
  state.remove();

  // What is shown: rows in an order, of those that satisfy all filters.
  const all = Uint32Array.from({ length: rows.count }, (_, row) => row);
  const view = { order: all, shown: all, mask: null, sort: "", filter: "" };
  const kept = new Map();
  function ask(sort, filters) {
    const wrong = [];
    const masks = [];
    for (const { field, value } of filters) {
      if (String(value).trim() === "") continue;
      const name = `${field}\n${value}`;
      if (!kept.has(name)) {
        if (kept.size > 8) kept.clear();
        kept.set(name, rows.mask(Number(field), String(value)));
      }
      if (kept.get(name)) masks.push(kept.get(name));
      else wrong.push(rows.columns[field].name);
    }
    const ordered = JSON.stringify(sort), filtered = JSON.stringify(filters);
    if (ordered === view.sort && filtered === view.filter) return wrong;
    if (ordered !== view.sort) {
      view.order = sort.reduceRight((order, { field, dir }) => rows.sorted(Number(field), dir === "desc", order), all);
    }
    if (filtered !== view.filter) view.mask = masks.length === 0 ? null : both(masks);
    view.shown = view.mask ? view.order.filter((row) => view.mask[row]) : view.order;
    [view.sort, view.filter] = [ordered, filtered];
    return wrong;
  }
  function both(masks) {
    const mask = masks[0].slice();
    for (const other of masks.slice(1)) for (let row = 0; row < mask.length; row++) mask[row] &= other[row];
    return mask;
  }

  const numeric = rows.columns.map((column, place) => ({ ...column, place })).filter((column) => column.numbers);
  const chart = numeric.length > 1 ? chartOf() : null;
  const { table, told } = tableOf();
  window.grundy = { rows, view, table, chart, show };

  function tableOf() {
    const told = make("p", { class: "told", role: "status" });
    const save = make("button", { type: "button" }, "Save as CSV");
    save.addEventListener("click", () => {
      const link = make("a", { download: "rows.csv", href: URL.createObjectURL(new Blob([rows.text], { type: "text/csv" })) });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    });
    const help = make("p", { class: "hint" }, "Click a head to sort, with Shift by one more column. Below the heads: words to look for, or =words; for numbers 7, >7, <=7, !=7, 3..7, or - for none.");
    const place = make("div", { id: "table" });
    room.append(help, place, make("div", { class: "bar" }, told, save));
    const table = new Tabulator(place, {
      layout: "fitDataFill",
      pagination: true,
      paginationMode: "remote",
      sortMode: "remote",
      filterMode: "remote",
      paginationSize: 25,
      paginationSizeSelector: [25, 100, 500],
      headerFilterLiveFilterDelay: 250,
      placeholder: "Nothing satisfies these conditions.",
      ajaxURL: "rows",
      ajaxRequestFunc: async (_url, _config, { page = 1, size = 25, sort = [], filter = [] }) => {
        const wrong = ask(sort, filter);
        const part = view.shown.subarray((page - 1) * size, page * size);
        const found = view.shown.length;
        told.textContent = wrong.length > 0
          ? `What stands below ${wrong.join(" and ")} is not a condition on numbers.`
          : found === rows.count ? `${grouped(found)} ${found === 1 ? thing : things}` : `${grouped(found)} of ${grouped(rows.count)} ${things}`;
        chart?.changed();
        const data = Array.from(part, (row) => ({ id: row, ...rows.row(row) }));
        return { last_page: Math.max(1, Math.ceil(found / size)), last_row: found, data };
      },
      rowFormatter: (row) => row.getElement().classList.toggle("chosen", row.getData().id === chosen),
      columnDefaults: { headerFilterFunc: "like", resizable: "header", maxInitialWidth: 360 },
      columns: rows.columns.map((column, place) => ({
        title: escaped(column.name),
        field: String(place),
        headerFilter: "input",
        headerFilterPlaceholder: column.is_number ? "= < >" : "words",
        hozAlign: column.is_number ? "right" : "left",
        headerHozAlign: column.is_number ? "right" : "left",
        cssClass: column.is_number ? "number" : place < about.names ? "name" : "words",
        formatter: (cell) => escaped(cell.getValue()),
        minWidth: 76,
        frozen: place === 0 && window.innerWidth > 700,
      })),
    });
    table.on("rowClick", (_event, row) => show(row.getData().id, false));
    return { table, told };
  }

  // The row that was chosen, in the table or in the chart.
  let chosen;
  function show(row, turn = true) {
    chosen = row;
    chart?.choose(row);
    const place = turn ? view.shown.indexOf(row) : -1;
    const mark = () => table.getRows().forEach((each) => each.getElement().classList.toggle("chosen", each.getData().id === row));
    if (place >= 0) table.setPage(Math.floor(place / table.getPageSize()) + 1).then(mark);
    else mark();
  }

  function chartOf() {
    const limits = ({ numbers }) => {
      let low = Infinity, most = -Infinity;
      for (let row = 0; row < numbers.length; row++) {
        if (numbers[row] < low) low = numbers[row];
        if (numbers[row] > most) most = numbers[row];
      }
      return low > most ? [0, 1] : [low, most];
    };
    const varied = numeric.filter((column) => limits(column)[0] < limits(column)[1]);
    const known = (name) => numeric.find((column) => column.name === name);
    const pick = (index) => known(about.axes?.[index]) ?? varied[index] ?? varied[0] ?? numeric[index];
    const choice = { x: pick(0), y: pick(1), colour: known(about.colour) ?? null, log: { x: false, y: false } };
    const select = (axis) => {
      const node = make("select", { "aria-label": `the column on the ${axis} axis`, id: `axis-${axis}` });
      for (const column of numeric) node.append(new Option(column.name, column.place, false, column === choice[axis]));
      node.addEventListener("change", () => { choice[axis] = numeric.find(({ place }) => place === Number(node.value)); draw(); });
      return node;
    };
    const log = (axis) => {
      const node = make("input", { type: "checkbox", id: `log-${axis}` });
      node.addEventListener("change", () => { choice.log[axis] = node.checked; draw(); });
      return make("label", {}, node, " logarithmic");
    };
    const paint = make("select", { "aria-label": "the column that gives the colours", id: "colour" });
    paint.append(new Option("by number", "", false, choice.colour === null));
    for (const column of numeric) paint.append(new Option(column.name, column.place, false, column === choice.colour));
    paint.addEventListener("change", () => {
      choice.colour = paint.value === "" ? null : numeric.find(({ place }) => place === Number(paint.value));
      draw();
    });
    const whole = make("button", { type: "button" }, "Show all");
    whole.addEventListener("click", () => draw());
    const bar = make("div", { class: "bar" }, make("label", {}, "Across ", select("x")), log("x"), make("label", {}, "Up ", select("y")), log("y"), make("label", {}, "Colour ", paint), whole);
    const place = make("div", { id: "chart" });
    const named = make("p", { class: "told", id: "named", role: "status" });
    const start = `Point at a dot to see its ${thing}; click it to find it in the table. Drag to enlarge a part.`;
    named.textContent = start;
    const tip = make("div", { id: "tip", hidden: "" });
    room.append(bar, place, named);
    let plot, first, next, wide, high, selected = -1, late = 0;

    function draw() {
      plot?.destroy();
      place.replaceChildren();
      const color = (name) => getComputedStyle(room).getPropertyValue(name).trim();
      const padded = ([low, most], log) => {
        if (log) return [low, Math.max(most * 1.1, low + 1)];
        const margin = (most - low) * 0.03 || 1;
        return [low - margin, most + margin];
      };
      const [x, y] = ["x", "y"].map((axis) => padded(limits(choice[axis]), choice.log[axis]));
      const axis = (label, side) => ({
        label, side, stroke: () => color("--ink"), labelFont: "italic 15px " + FONT, font: "12px " + FONT, labelGap: 2,
        grid: { stroke: () => color("--line"), width: 1 }, ticks: { stroke: () => color("--line"), width: 1 },
        size: side === 3 ? (_plot, values) => Math.max(46, 14 + 7 * Math.max(0, ...(values ?? []).map((text) => String(text ?? "").length))) : 44,
        values: (_plot, splits) => splits.map((value) => value === null || !Number.isInteger(value) ? "" : grouped(value)),
      });
      const scale = (range, log) => ({ time: false, auto: false, range, distr: log ? 4 : 1, asinh: 1 });
      const width = place.clientWidth || 640;
      plot = new uPlot({
        width, height: Math.round(Math.min(520, Math.max(300, width * 0.55))),
        legend: { show: false },
        cursor: { drag: { x: true, y: true, uni: 20 }, points: { show: false } },
        scales: {
          x: scale((_plot, low, most) => (low === null || low === undefined ? x : [low, most]), choice.log.x),
          y: scale((_plot, low, most) => (low === null || low === undefined ? y : [low, most]), choice.log.y),
        },
        axes: [axis(choice.x.name, 2), axis(choice.y.name, 3)],
        series: [{}, { scale: "y", paths: () => null, points: { show: false } }],
        hooks: { draw: [points], setCursor: [point] },
      }, [x, y], place);
      plot.setScale("x", { min: x[0], max: x[1] });
      plot.setScale("y", { min: y[0], max: y[1] });
      plot.over.append(tip);
      plot.over.addEventListener("click", () => { if (nearest() >= 0) show(nearest()); });
    }

    /* Draws the points. Several at one place are one dot, which is darker. For each pixel, the rows there are a list. */
    function points(plot) {
      const { ctx, bbox } = plot, ratio = devicePixelRatio || 1;
      wide = Math.ceil(bbox.width / ratio);
      high = Math.ceil(bbox.height / ratio);
      first = new Int32Array(wide * high).fill(-1);
      next = next ?? new Int32Array(rows.count);
      const counts = new Uint32Array(wide * high), others = new Uint8Array(wide * high);
      const { min: left, max: right } = plot.scales.x, { min: low, max: top } = plot.scales.y;
      const along = (log, low, most, length) => {
        if (!log) { const unit = length / (most - low); return (value) => (value - low) * unit; }
        const from = Math.asinh(low), unit = length / (Math.asinh(most) - from);
        return (value) => (Math.asinh(value) - from) * unit;
      };
      const across = along(choice.log.x, left, right, wide - 1), up = along(choice.log.y, low, top, high - 1);
      const xs = choice.x.numbers, ys = choice.y.numbers, mask = view.mask;
      for (let row = rows.count - 1; row >= 0; row--) {
        const x = xs[row], y = ys[row];
        if (!(x >= left && x <= right && y >= low && y <= top)) continue;
        const pixel = Math.round(across(x)) + wide * (high - 1 - Math.round(up(y)));
        if (mask && !mask[row]) { others[pixel] = 1; continue; }
        next[row] = first[pixel];
        first[pixel] = row;
        counts[pixel]++;
      }
      let most = 1, dots = 0;
      for (const count of counts) if (count > 0) { dots++; if (count > most) most = count; }
      const size = (dots > 20000 ? 1.5 : dots > 4000 ? 2.5 : dots > 800 ? 3.5 : 5) * ratio;
      const styles = getComputedStyle(room);
      ctx.save();
      ctx.beginPath();
      ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
      ctx.clip();
      // A cell of a grid is filled by its colour.
      const cell = (along) => Math.ceil(Math.max(size, Math.min(60, Math.abs(along(1) - along(0))) * ratio));
      const cells = choice.colour && !choice.log.x && !choice.log.y ? [cell(across), cell(up)] : null;
      const dot = (pixel, size) => {
        const x = bbox.left + (pixel % wide + 0.5) * ratio, y = bbox.top + (Math.floor(pixel / wide) + 0.5) * ratio;
        if (cells) { ctx.fillRect(x - cells[0] / 2, y - cells[1] / 2, cells[0], cells[1]); return; }
        if (size < 3 * ratio) { ctx.fillRect(x - size / 2, y - size / 2, size, size); return; }
        ctx.beginPath();
        ctx.arc(x, y, size / 2, 0, 7);
        ctx.fill();
      };
      ctx.fillStyle = styles.getPropertyValue("--line");
      for (let pixel = 0; pixel < others.length; pixel++) if (others[pixel] && counts[pixel] === 0) dot(pixel, size);
      ctx.fillStyle = styles.getPropertyValue("--dot");
      const depth = Math.log(most + 1);
      const [least, largest] = choice.colour ? limits(choice.colour) : [0, 1];
      for (let pixel = 0; pixel < counts.length; pixel++) {
        if (counts[pixel] === 0) continue;
        if (choice.colour) {
          const value = choice.colour.numbers[first[pixel]];
          ctx.fillStyle = value === value ? COLOURS[Math.min(COLOURS.length - 1, Math.floor(COLOURS.length * (value - least) / (largest - least + 1)))] : styles.getPropertyValue("--line");
          dot(pixel, size);
          continue;
        }
        ctx.globalAlpha = most === 1 ? 0.85 : 0.35 + 0.65 * Math.log(counts[pixel] + 1) / depth;
        dot(pixel, size);
      }
      ctx.globalAlpha = 1;
      if (selected >= 0) {
        const x = xs[selected], y = ys[selected];
        if (x >= left && x <= right && y >= low && y <= top) {
          ctx.strokeStyle = styles.getPropertyValue("--mark");
          ctx.lineWidth = 2 * ratio;
          ctx.beginPath();
          ctx.arc(bbox.left + (across(x) + 0.5) * ratio, bbox.top + (high - 0.5 - up(y)) * ratio, 6 * ratio, 0, 7);
          ctx.stroke();
        }
      }
      ctx.restore();
    }

    /* The first row at the dot that is nearest to the pointer, or -1. */
    function nearest() {
      const { left, top } = plot.cursor;
      if (left < 0 || !first) return -1;
      let best = -1, distance = 12 * 12 + 1;
      for (let y = Math.max(0, Math.round(top) - 12); y <= Math.min(high - 1, Math.round(top) + 12); y++) {
        for (let x = Math.max(0, Math.round(left) - 12); x <= Math.min(wide - 1, Math.round(left) + 12); x++) {
          const apart = (x - left) ** 2 + (y - top) ** 2;
          if (apart < distance && first[x + wide * y] >= 0) [distance, best] = [apart, x + wide * y];
        }
      }
      return best < 0 ? -1 : first[best];
    }

    function words(row) {
      const fields = rows.row(row);
      const text = ({ name, place }) => `${name} = ${fields[place] || "none"}`;
      const names = rows.columns.slice(0, about.names).map((column, place) => column.is_number ? text({ ...column, place }) : fields[place]);
      const more = new Set([choice.x, choice.y, choice.colour].filter((column) => column && column.place >= about.names));
      return [names.join(", "), ...Array.from(more, text)].join(rows.columns[0].is_number ? ", " : "; ");
    }

    function point(plot) {
      const row = nearest();
      tip.hidden = row < 0;
      if (row < 0) return;
      let more = 0;
      for (let other = next[row]; other >= 0 && more < 1e6; other = next[other]) more++;
      tip.textContent = words(row) + (more > 0 ? `, and ${grouped(more)} more here` : "");
      const { left, top } = plot.cursor, flip = left > plot.over.clientWidth / 2;
      tip.style.cssText = `top:${top + 12}px;${flip ? `right:${plot.over.clientWidth - left + 12}px` : `left:${left + 12}px`}`;
    }

    let around = 0;
    new ResizeObserver(() => {
      if (Math.abs(place.clientWidth - around) < 2) return;
      around = place.clientWidth;
      draw();
    }).observe(place);
    const again = () => plot?.redraw();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
    // On paper, nothing can be unfolded.
    const folded = () => document.querySelectorAll("details");
    addEventListener("beforeprint", () => folded().forEach((node) => { node.open = true; }));
    addEventListener("afterprint", () => folded().forEach((node) => { node.open = false; }));
    addEventListener("beforeprint", () => { document.documentElement.classList.add("printed"); again(); });
    addEventListener("afterprint", () => { document.documentElement.classList.remove("printed"); again(); });
    return {
      choice,
      draw,
      nearest,
      plot: () => plot,
      changed: () => { clearTimeout(late); late = setTimeout(again, 30); },
      choose: (row) => { selected = row; named.textContent = words(row); again(); },
    };
  }

  function escaped(text) {
    const node = document.createElement("span");
    node.textContent = text ?? "";
    return node.innerHTML;
  }
})();

/* From few to many, also for readers who do not tell all colours apart: viridis. */
const COLOURS = ["#440154", "#482475", "#414487", "#355f8d", "#2a788e", "#21918c", "#22a884", "#44bf70", "#7ad151", "#bddf26", "#fde725"];

const FONT = "system-ui, sans-serif";

/* The CSV of the page in bytes. */
async function unpack() {
  const node = document.getElementById("rows"), base64 = node.textContent;
  const packed = new Uint8Array(Math.floor(base64.length / 4) * 3 - (base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0));
  for (let from = 0, to = 0; from < base64.length; from += 1 << 18) {
    const part = atob(base64.slice(from, from + (1 << 18)));
    for (let index = 0; index < part.length; index++) packed[to++] = part.charCodeAt(index);
  }
  node.remove();
  const text = new Uint8Array(BYTES);
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate")).getReader();
  let at = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    text.set(value, at);
    at += value.length;
  }
  if (at !== BYTES) throw new Error(`${at} bytes instead of ${BYTES}`);
  return text;
}
