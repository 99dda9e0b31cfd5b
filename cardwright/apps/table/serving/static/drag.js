// Dragging an own card: to the place that it can go to, or to the middle where it goes without one.
// It gives the answer that touching would give, and is never the only way. What a card can go to is
// asked of the server when it is lifted; the card itself stays where it lies until there is news.
"use strict";
(function () {
  const FAR = 8;  // pixels before a press is a drag
  const byId = (id) => document.getElementById(id);
  let held = null, ended = 0;

  // The answers that a card can be: its only one, or those of its menu.
  function answers(card) {
    if (card.name === "option") return [card.value];
    const told = byId("offers");
    return ((told && JSON.parse(told.dataset.offers)[card.dataset.key]) || []).map(([answer]) => answer);
  }

  // By the key of a place the answer that takes the card there.
  async function follow(card) {
    const form = byId("answer"), found = {};
    for (const option of answers(card)) {
      const asked = new URL(form.action), all = new URLSearchParams(asked.search);
      all.set("mark", form.elements.mark.value);
      all.set("option", option);
      const answer = await fetch(`${asked.pathname.replace(/answer$/, "next")}?${all}`);
      if (!answer.ok) return null;
      for (const [key, path] of Object.entries(await answer.json())) found[key] = key in found ? null : path;
    }
    return found;
  }

  function lift(event) {
    const { card } = held, box = card.getBoundingClientRect(), copy = card.cloneNode(true);
    for (const name of ["id", "name", "form", "data-key", "data-options", "aria-label"]) copy.removeAttribute(name);
    copy.classList.add("dragged");
    copy.inert = true;
    Object.assign(copy.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
    document.body.append(copy);
    Object.assign(held, { copy, places: {} });
    card.classList.add("lifted");
    card.setPointerCapture(event.pointerId);
    const mine = held;
    mine.asked = follow(card).then((places) => {
      mine.places = places || {};
      if (held !== mine) return;
      for (const key of Object.keys(mine.places)) for (const each of placesOf(key)) each.classList.add("lit");
      if (!Object.keys(mine.places).length) document.querySelector(".cloth .mid").classList.add("lit");
    }, () => { mine.places = {}; });
  }

  const placesOf = (key) => document.querySelectorAll(`.cloth :is([data-key="${CSS.escape(key)}"], [data-area="${CSS.escape(key)}"])`);

  // The innermost thing under a point that the card can go to.
  function under(x, y, places) {
    for (const each of document.elementsFromPoint(x, y)) {
      for (let at = each; at && at !== document.body; at = at.parentElement) {
        const key = at.dataset.area || at.dataset.key || (at.querySelector(":scope > [data-key]") || { dataset: {} }).dataset.key;
        if (key && places[key]) return places[key];
      }
    }
    return null;
  }

  async function drop(x, y) {
    const mine = held, { card } = mine, form = byId("answer"), mark = form && form.elements.mark.value;
    await mine.asked;
    if (held !== mine) return;
    const { places } = mine, path = under(x, y, places);
    const isAway = !inside(card.closest(".area"), x, y), isNow = byId("answer") && byId("answer").elements.mark.value === mark;
    const toMiddle = !Object.keys(places).length && inside(document.querySelector(".cloth .mid"), x, y);
    release();
    if (!isAway || !isNow || !card.isConnected) return;
    const all = answers(card);
    if (path) give(byId("answer"), path);
    else if (toMiddle && all.length === 1) give(byId("answer"), all[0]);
    else if (toMiddle) card.click();  // with several meanings its menu opens
  }

  const inside = (box, x, y) => {
    const at = box && box.getBoundingClientRect();
    return Boolean(at) && x >= at.left && x <= at.right && y >= at.top && y <= at.bottom;
  };

  function give(form, path) {
    const button = document.createElement("button");
    Object.assign(button, { name: "option", value: path, hidden: true });
    form.append(button);
    form.requestSubmit(button);
    button.remove();
  }

  function release() {
    if (!held) return;
    if (held.copy) { held.copy.remove(); ended = performance.now(); }
    held.card.classList.remove("lifted");
    for (const each of document.querySelectorAll(".lit")) each.classList.remove("lit");
    held = null;
  }

  document.addEventListener("pointerdown", (event) => {
    const card = event.button === 0 && event.target.closest && event.target.closest(".player.you button.face.can");
    if (card && !held && byId("answer")) held = { card, x: event.clientX, y: event.clientY };
  });
  document.addEventListener("pointermove", (event) => {
    if (!held) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.copy && Math.hypot(x, y) > FAR) lift(event);
    if (held.copy) held.copy.style.transform = `translate(${x}px, ${y}px)`;
  });
  document.addEventListener("pointerup", (event) => { if (held && held.copy) drop(event.clientX, event.clientY); else release(); });
  document.addEventListener("pointercancel", release);
  document.addEventListener("contextmenu", release);
  document.addEventListener("dragstart", (event) => { if (event.target.closest(".player.you .can")) event.preventDefault(); });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") release(); });
  // The press that began a drag is no click on the card.
  document.addEventListener("click", (event) => {
    if (event.isTrusted && performance.now() - ended < 50) { event.preventDefault(); event.stopPropagation(); }
  }, true);
})();
