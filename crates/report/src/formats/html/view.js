/* What is shown: rows in an order, of those that satisfy all conditions. */
class View {
  constructor(rows) {
    this.rows = rows;
    this.all = Uint32Array.from({ length: rows.count }, (_, row) => row);
    this.order = this.shown = this.all;
    // A byte for each row, or none if all rows are shown.
    this.mask = null;
    this.sort = this.filter = "[]";
    this.masks = new Map();
  }

  /* Sorts by columns, the first one above all, and filters. Returns the names of columns whose condition is wrong. */
  ask(sort, filters) {
    const wrong = [], masks = [];
    for (const { field, value } of filters.filter(({ value }) => String(value).trim() !== "")) {
      const mask = this.kept(Number(field), String(value));
      if (mask) masks.push(mask);
      else wrong.push(this.rows.columns[field].name);
    }
    const ordered = JSON.stringify(sort), filtered = JSON.stringify(filters);
    if (ordered !== this.sort) {
      const by = (order, { field, dir }) => this.rows.sorted(Number(field), dir === "desc", order);
      this.order = sort.reduceRight(by, this.all);
    }
    if (filtered !== this.filter) this.mask = both(masks);
    if (ordered !== this.sort || filtered !== this.filter) {
      this.shown = this.mask ? this.order.filter((row) => this.mask[row]) : this.order;
    }
    [this.sort, this.filter] = [ordered, filtered];
    return wrong;
  }

  /* The rows that satisfy a condition; the last few answers are kept. */
  kept(place, words) {
    const key = `${place} ${words}`;
    if (!this.masks.has(key)) {
      if (this.masks.size >= 8) this.masks.clear();
      this.masks.set(key, this.rows.mask(place, words));
    }
    return this.masks.get(key);
  }
}

function both(masks) {
  if (masks.length === 0) return null;
  const mask = masks[0].slice();
  for (const other of masks.slice(1)) for (let row = 0; row < mask.length; row++) mask[row] &= other[row];
  return mask;
}
