// Searches the cards of a gallery; without it, the page shows all of them.
(function () {
  "use strict";
  var form = document.getElementById("search");
  if (!form || !window.CardwrightSearch || !window.CARDS) return;
  var input = form.elements.q;
  var found = document.getElementById("found");
  var depends = document.getElementById("depends");
  var error = document.getElementById("error");
  var lang = document.documentElement.lang;
  var waiting;
  var list = document.querySelector(".tiles");
  var items = {};
  Array.prototype.forEach.call(list.children, function (item) { items[item.dataset.row] = item; });
  var order = Array.prototype.map.call(list.children, function (item) { return Number(item.dataset.row); });
  var chips = Array.prototype.slice.call(form.querySelectorAll("[data-query]"));

  // Rows as they lie in the gallery, unless the search puts them into an order of its own.
  function show(rows) {
    var kept = new Set(rows);
    var isSorted = rows.every(function (row, at) { return !at || rows[at - 1] < row; });
    rows = isSorted ? order.filter(function (row) { return kept.has(row); }) : rows;
    Object.keys(items).forEach(function (row) { items[row].hidden = !kept.has(Number(row)); });
    rows.forEach(function (row) { list.appendChild(items[row]); });
    found.textContent = rows.length ? found.dataset.found.replace("#", rows.length) : found.dataset.none;
  }

  // What `show:` asks for stands under the names, instead of the kinds.
  function tell(rows, columns) {
    rows.forEach(function (row, at) {
      var line = items[row].querySelector(".sort");
      if (line.dataset.kind === undefined) line.dataset.kind = line.textContent;
      line.textContent = columns.length ? columns.map(function (column) {
        return column.heading + " " + column.cells[at];
      }).join(" · ") : line.dataset.kind;
    });
  }

  // Cards of which only a match can tell whether they fit.
  function name(rows) {
    depends.hidden = !rows.length;
    depends.textContent = depends.dataset.depends + rows.map(function (row) {
      return items[row].querySelector("bdi").textContent;
    }).join(lang === "ja" ? "、" : ", ");
  }

  // A word that is still being typed is unknown: only a pause makes it a mistake.
  function complain(said) {
    clearTimeout(waiting);
    if (!said) { error.hidden = true; return; }
    waiting = setTimeout(function () {
      error.textContent = said;
      error.hidden = false;
      found.textContent = "";
    }, 400);
  }

  function search() {
    var query = input.value.trim();
    chips.forEach(function (chip) { chip.setAttribute("aria-pressed", String(chip.dataset.query === query)); });
    var answer = window.CardwrightSearch.find(window.CARDS, query, lang);
    complain(answer.error && answer.error.shown);
    if (!answer.error) {
      show(answer.rows);
      tell(answer.rows, answer.show);
      name(answer.depends);
    }
    remember(query);
  }

  // The query stands in the address, so that it can be sent to somebody and stays in the other language.
  function remember(query) {
    var mark = query ? "#q=" + encodeURIComponent(query) : "";
    if (location.hash !== mark && (mark || location.hash.indexOf("#q=") === 0)) {
      try { history.replaceState(null, "", mark || location.pathname + location.search); } catch (_) { /* a file */ }
    }
    document.querySelectorAll(".languages a").forEach(function (link) {
      link.hash = mark;
    });
  }

  function recall() {
    var mark = location.hash;
    if (mark.indexOf("#q=") === 0) {
      try { input.value = decodeURIComponent(mark.slice(3)); } catch (_) { input.value = mark.slice(3); }
    }
    search();
  }

  window.CardwrightSearch.prepare(window.CARDS);
  form.hidden = false;
  form.addEventListener("submit", function (event) { event.preventDefault(); search(); });
  form.addEventListener("reset", function () { setTimeout(function () { search(); input.focus(); }); });
  input.addEventListener("input", search);
  chips.forEach(function (chip) {
    chip.addEventListener("click", function () { input.value = chip.dataset.query; search(); });
  });
  window.addEventListener("hashchange", recall);
  recall();
})();
