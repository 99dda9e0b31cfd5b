// What each reader sets for themselves, kept by their browser alone: colours, zoom, sounds, notices.
// Also what needs no game: keys in a list, links to copy. It stands in the head, so that no page is
// drawn in the wrong colours first.
"use strict";
(function () {
  const root = document.documentElement, KEPT = "cardwright";
  let set = {};
  try { set = JSON.parse(localStorage.getItem(KEPT)) || {}; } catch { /* not kept */ }

  function show() {
    if (set.theme && set.theme !== "system") root.dataset.theme = set.theme;
    else delete root.dataset.theme;
    root.style.fontSize = set.zoom && set.zoom !== "100" ? `${set.zoom}%` : "";
  }
  show();

  function keep(name, value) {
    set[name] = value;
    try { localStorage.setItem(KEPT, JSON.stringify(set)); } catch { /* as long as the page is open */ }
    show();
    if (name === "zoom") dispatchEvent(new Event("resize"));
  }

  addEventListener("DOMContentLoaded", () => {
    const menu = document.getElementById("comfort");
    menu.hidden = false;
    for (const field of menu.querySelectorAll("[data-set]")) {
      const isBox = field.type === "checkbox", name = field.dataset.set;
      if (isBox) field.checked = name in set ? Boolean(set[name]) : "usual" in field.dataset;
      else field.value = set[name] || field.dataset.usual || field.value;
      field.addEventListener("change", () => {
        keep(name, isBox ? field.checked : field.value);
        document.dispatchEvent(new CustomEvent("comfort:set", { detail: name }));
      });
    }
    document.addEventListener("click", (event) => {
      if (!event.target.closest("#comfort")) menu.open = false;
    });
    menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      menu.open = false;
      menu.querySelector("summary").focus();
    });
    for (const button of document.querySelectorAll("[data-copy]")) {
      button.hidden = !navigator.clipboard;  // browsers have it on safe pages alone
      button.addEventListener("click", async () => {
        await navigator.clipboard.writeText(location.origin + button.dataset.copy);
        const text = button.textContent;
        button.textContent = button.dataset.done;
        setTimeout(() => { button.textContent = text; }, 1500);
      });
    }
    for (const field of document.querySelectorAll(".filter select"))
      field.addEventListener("change", () => field.form.submit());
  });
  window.comfort = { get: (name) => set[name], keep };
})();
