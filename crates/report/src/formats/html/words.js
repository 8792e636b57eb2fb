/* Elements and words. */
function make(tag, attributes = {}, ...inside) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...inside);
  return node;
}

function grouped(number) {
  return number.toLocaleString("en-US");
}

/* A text as HTML, in which nothing is markup. */
function escaped(text) {
  const node = document.createElement("span");
  node.textContent = text ?? "";
  return node.innerHTML;
}
