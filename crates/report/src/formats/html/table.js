/* The table: Tabulator, which is given one page of it at a time. */
const HINT = "Click a head to sort, with Shift by one more column. Below the heads: words to look for, or =words; "
  + "for numbers 7, >7, <=7, !=7, 3..7, or - for none.";

class Table {
  /* `changed` is called when other rows are shown, `chosen` when a row is clicked. */
  constructor(room, view, about, { changed, chosen }) {
    [this.view, this.about, this.changed, this.row] = [view, about, changed, -1];
    const place = make("div", { id: "table" });
    this.told = make("p", { class: "told", role: "status" });
    room.append(make("p", { class: "hint" }, HINT), place, make("div", { class: "bar" }, this.told, this.saving()));
    this.tabulator = new Tabulator(place, {
      layout: "fitDataFill",
      pagination: true,
      paginationMode: "remote",
      sortMode: "remote",
      filterMode: "remote",
      paginationSize: 25,
      paginationSizeSelector: [25, 100, 500],
      headerFilterLiveFilterDelay: 250,
      placeholder: "Nothing satisfies these conditions.",
      // Nothing is asked for under this name: the next function answers.
      ajaxURL: "rows",
      ajaxRequestFunc: async (_url, _config, asked) => this.answer(asked),
      rowFormatter: (row) => this.mark(row),
      columnDefaults: { headerFilterFunc: "like", resizable: "header", maxInitialWidth: 360, minWidth: 88 },
      columns: view.rows.columns.map((column, place) => this.column(column, place)),
    });
    this.tabulator.on("rowClick", (_event, row) => chosen(row.getData().id));
  }

  column({ name, is_number }, place) {
    const align = is_number ? "right" : "left";
    return {
      title: escaped(name),
      field: String(place),
      headerFilter: "input",
      headerFilterPlaceholder: is_number ? "= < >" : "words",
      hozAlign: align,
      headerHozAlign: align,
      cssClass: is_number ? "number" : place < this.about.names ? "name" : "words",
      formatter: (cell) => escaped(cell.getValue()),
      frozen: place === 0 && window.innerWidth > 700,
    };
  }

  /* A page of the table. */
  answer({ page = 1, size = 25, sort = [], filter = [] }) {
    const { view } = this;
    const wrong = view.ask(sort, filter);
    const [found, all] = [view.shown.length, view.rows.count];
    const [thing, things] = this.about.things;
    const whole = `${grouped(found)} ${found === 1 ? thing : things}`;
    this.told.textContent = wrong.length > 0
      ? `What stands below ${wrong.join(" and ")} is not a condition on numbers.`
      : found === all ? whole : `${grouped(found)} of ${grouped(all)} ${things}`;
    this.changed();
    const part = view.shown.subarray((page - 1) * size, page * size);
    const data = Array.from(part, (row) => ({ id: row, ...view.rows.row(row) }));
    return { last_page: Math.max(1, Math.ceil(found / size)), last_row: found, data };
  }

  /* Marks a row, and turns to the page that has it. */
  async show(row, turn) {
    this.row = row;
    const place = turn ? this.view.shown.indexOf(row) : -1;
    if (place >= 0) await this.tabulator.setPage(Math.floor(place / this.tabulator.getPageSize()) + 1);
    this.tabulator.getRows().forEach((each) => this.mark(each));
  }

  mark(row) {
    row.getElement().classList.toggle("chosen", row.getData().id === this.row);
  }

  saving() {
    const button = make("button", { type: "button" }, "Save as CSV");
    button.addEventListener("click", () => {
      const href = URL.createObjectURL(new Blob([this.view.rows.text], { type: "text/csv" }));
      make("a", { download: "rows.csv", href }).click();
      setTimeout(() => URL.revokeObjectURL(href), 10000);
    });
    return button;
  }
}
