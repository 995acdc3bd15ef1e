"use strict";
(function () {
  function value(row, column) {
    const text = row.cells[column].textContent.trim();
    const number = text.replace(/[\u2212]/g, "-").replace(/[,\u00a0\u202f]/g, "").match(/^[+-]?\d+(\.\d+)?/);
    return number ? Number(number[0]) : text.toLowerCase();
  }
  function compare(a, b) {
    if (typeof a === typeof b) { return a < b ? -1 : a > b ? 1 : 0; }
    return typeof a === "number" ? -1 : 1;
  }
  function sortBy(table, column, heading) {
    const sign = heading.getAttribute("aria-sort") === "ascending" ? -1 : 1;
    for (const other of table.tHead.rows[0].cells) { other.removeAttribute("aria-sort"); }
    heading.setAttribute("aria-sort", sign === 1 ? "ascending" : "descending");
    const body = table.tBodies[0];
    Array.from(body.rows)
      .map((row, at) => ({ row, at, key: value(row, column) }))
      .sort((a, b) => sign * compare(a.key, b.key) || a.at - b.at)
      .forEach((entry) => body.append(entry.row));
  }
  for (const table of document.querySelectorAll("section.table table")) {
    if (table.tBodies[0].rows.length < 2) { continue; }
    Array.from(table.tHead.rows[0].cells).forEach((heading, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.title = "Sort by this column";
      button.append(...heading.childNodes);
      button.addEventListener("click", () => sortBy(table, column, heading));
      heading.append(button);
    });
  }
})();
