// Sorting and filtering of tables, and a larger graph. Every page can be read without it.
"use strict";
(() => {
  const make = (tag, text) => {
    const made = document.createElement(tag);
    if (text) made.textContent = text;
    return made;
  };
  const keyed = (row, column) => {
    const cell = row.cells[column];
    return cell.dataset.key === undefined ? cell.textContent.trim() : cell.dataset.key;
  };

  const sortable = (table) => {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      if (!head.dataset.sort) return;
      const button = make("button", head.textContent);
      button.type = "button";
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") === "ascending";
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const number = head.dataset.sort === "n";
        const order = (a, b) => number ? parseFloat(keyed(a, column)) - parseFloat(keyed(b, column))
          : keyed(a, column).localeCompare(keyed(b, column), "en", { numeric: true });
        const body = table.tBodies[0];
        body.append(...[...body.rows].sort((a, b) => order(a, b) * (down ? -1 : 1)));
      });
    });
  };

  const filterable = (table) => {
    const rows = [...table.tBodies[0].rows];
    const bar = make("div");
    bar.className = "filters";
    bar.setAttribute("role", "search");
    const find = make("input");
    find.type = "search";
    const named = (words, field) => {
      const label = make("label", words);
      label.append(field);
      bar.append(label);
    };
    named("find", find);
    const picks = [];
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      if (head.dataset.pick === undefined) return;
      const values = new Set(rows.flatMap((row) => (row.cells[column].dataset.value || "").split("|")));
      values.delete("");
      const select = make("select");
      select.append(new Option("all", ""));
      const sorted = head.textContent.trim() === "class" ? [...values] : [...values].sort();
      for (const value of sorted) select.append(new Option(value, value));
      named(head.textContent.trim(), select);
      picks.push([column, select]);
    });
    const told = make("output");
    bar.append(told);
    const show = () => {
      const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
      let seen = 0;
      for (const row of rows) {
        const text = row.textContent.toLowerCase();
        const fits = picks.every(([column, select]) => !select.value
          || (row.cells[column].dataset.value || "").split("|").includes(select.value));
        row.hidden = !fits || !words.every((word) => text.includes(word));
        if (!row.hidden) seen += 1;
      }
      told.textContent = `${seen} of ${rows.length}`;
    };
    bar.addEventListener("input", show);
    table.closest(".scroll").before(bar);
    show();
  };

  const zoomable = (box) => {
    const picture = box.querySelector("img");
    let size = 1;
    const tools = make("div");
    tools.className = "tools";
    const step = (words, by) => {
      const button = make("button", words);
      button.type = "button";
      button.className = "tool";
      button.addEventListener("click", () => {
        size = by ? Math.min(4, Math.max(0.25, size * by)) : 1;
        picture.style.width = `${picture.naturalWidth * size}px`;
      });
      tools.append(button);
    };
    step("larger", 1.4);
    step("smaller", 1 / 1.4);
    step("as it was", 0);
    box.before(tools);
  };

  document.querySelectorAll("table[data-filter]").forEach((table) => {
    filterable(table);
    sortable(table);
  });
  document.querySelectorAll(".zoom").forEach(zoomable);
})();
