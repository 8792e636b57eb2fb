/* Shows the rows of a page in a chart and a table. */
(async () => {
  const about = JSON.parse(document.getElementById("about").textContent);
  const room = document.getElementById("explorer"), state = document.getElementById("state");
  let rows;
  try {
    rows = new Rows(await unpack(), about);
  } catch (error) {
    state.textContent = `The rows cannot be unpacked: ${error.message}`;
    throw error;
  }
  state.remove();
  unfold();
  const view = new View(rows);
  const show = (row, turn) => {
    chart?.show(row);
    return table.show(row, turn);
  };
  const drawn = rows.columns.filter((column) => column.numbers).length > 1;
  const chart = drawn ? new Chart(room, view, about, (row) => show(row, true)) : null;
  const table = new Table(room, view, about, { changed: () => chart?.changed(), chosen: (row) => show(row, false) });
  rows.prepare();
  // For scripts that examine the page.
  window.grundy = { rows, view, chart, table: table.tabulator };
})();

/* On paper, nothing can be unfolded. */
function unfold() {
  const open = (is) => document.querySelectorAll("details").forEach((node) => { node.open = is; });
  addEventListener("beforeprint", () => open(true));
  addEventListener("afterprint", () => open(false));
}

/* The CSV of the page in bytes. */
async function unpack() {
  const node = document.getElementById("rows"), base64 = node.textContent;
  const filled = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  const packed = new Uint8Array(Math.floor(base64.length / 4) * 3 - filled);
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
