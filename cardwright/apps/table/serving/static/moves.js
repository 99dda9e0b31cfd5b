// What has happened is shown move by move: each piece of news is played on the picture before it,
// then takes its place. A click or Escape skips to the latest. With reduced motion nothing flies.
"use strict";
window.moves = (function () {
  const FLIGHT = 250, ALL_FLIGHTS = 1500, TRICK = 1000, STAND = 450, SLIDE = 200, MANY = 6;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const byId = (id) => document.getElementById(id);

  // --- news waits its turn -----------------------------------------------------------------------

  let queue = [], isPlaying = false, isAnswering = false, isHurried = false;
  let own = "", stoodFrom = 0;  // the mark of what the last answer led to; when the picture changed

  const markOf = (html) => (/data-mark="([0-9a-f]*)"/.exec(html.slice(0, 80)) || [])[1];
  const ageOf = (html) => Number((/data-age="(\d+)"/.exec(html.slice(0, 120)) || [0, 0])[1]);

  function hear(html) {
    take(html);
    next();
  }

  // Puts news among what waits, by age; two lines bring it, so it may come twice and out of order.
  function take(html) {
    if (queue.some((each) => markOf(each) === markOf(html))) return;
    const at = queue.findIndex((each) => ageOf(each) > ageOf(html));
    queue.splice(at < 0 ? queue.length : at, 0, html);
  }

  // News that comes while an answer is on its way waits for what the answer led to.
  function answer() { isAnswering = true; }

  function answered(html) {
    isAnswering = false;
    if (html) {
      own = markOf(html);
      take(html);
    }
    next();
  }

  async function next() {
    if (isPlaying || isAnswering || !queue.length) return;
    if (isHurried) queue = queue.slice(-1);
    const html = queue.shift(), part = byId("part");
    if (!part || markOf(html) === part.dataset.mark || ageOf(html) < Number(part.dataset.age)) return next();
    isPlaying = true;
    try {
      await play(part, html);
    } finally {
      isPlaying = false;
      if (!queue.length) isHurried = false;
      next();
    }
  }

  // --- time --------------------------------------------------------------------------------------

  let wake = null;
  const wait = (ms) => isHurried || document.hidden ? null : new Promise((done) => {
    const timer = setTimeout(done, ms);
    wake = () => { clearTimeout(timer); done(); };
  });

  function skip() {
    if (!isPlaying) return false;
    isHurried = true;
    for (const each of document.getAnimations()) if (each.id === "move") each.finish();
    if (wake) wake();
    return true;
  }

  // --- one piece of news --------------------------------------------------------------------------

  async function play(part, html) {
    const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("part");
    const told = fresh.querySelector("#moves"), was = part.querySelector("#moves");
    const goesOn = told && was && told.dataset.epoch === was.dataset.epoch;
    const steps = goesOn ? together(JSON.parse(told.dataset.moves)) : [];
    if (!goesOn || isHurried || document.hidden || !steps.length) {
      const isNews = goesOn && fresh.querySelector("#log .fresh");
      if (isNews && fresh.dataset.mark !== own) await stood(STAND + FLIGHT);
      settle(html, goesOn && !isHurried);
      if (isNews) stoodFrom = performance.now();
      return;
    }
    if (fresh.dataset.mark !== own) await stood(STAND + FLIGHT);
    Object.assign(part.dataset, { mark: fresh.dataset.mark, age: fresh.dataset.age });
    instead("ask", fresh);
    instead("log", fresh);
    const length = Math.min(FLIGHT, ALL_FLIGHTS / steps.length), filled = new Set();
    for (const step of steps) {
      if (isHurried) break;
      if (step.some((move) => move.origin && !move.origin.startsWith("~") && filled.has(move.origin))) {
        await stood(TRICK + FLIGHT);
        filled.clear();
      }
      if (isHurried) break;
      stoodFrom = performance.now();
      slide(() => { for (const move of step) carry(move, fresh, length); }, SLIDE);
      await wait(still.matches ? 0 : length);
      for (const move of step) if (move.target) filled.add(move.target);
    }
    settle(html, !isHurried);
  }

  // Waits until a picture has stood long enough; where much is waiting that is shorter.
  function stood(ms) {
    const left = stoodFrom + ms * Math.min(1, MANY / (queue.length + 1)) - performance.now();
    return left > 0 ? wait(left) : null;
  }

  function together(moves) {
    const steps = [];
    for (const move of moves) {
      const last = steps[steps.length - 1];
      if (last && last[0].cause === move.cause) last.push(move);
      else steps.push([move]);
    }
    return steps;
  }

  // Puts a region of the new picture into the old one.
  function instead(id, fresh) {
    const here = byId(id), there = fresh.querySelector(`#${id}`);
    if (!here || !there) return;
    const put = document.importNode(there, true);
    here.replaceWith(put);
    htmx.process(put);
    if (put.dataset.scroll === "end") put.scrollTop = put.scrollHeight;
    drawn();
  }

  const drawn = () => document.dispatchEvent(new CustomEvent("table:drawn"));

  function settle(html, isSliding) {
    const show = () => { put(html); drawn(); };
    if (isSliding) slide(show, SLIDE);
    else show();
  }

  let put = () => {};

  // --- cards on their way -------------------------------------------------------------------------

  const areaOf = (key) => [...document.querySelectorAll("#part [data-area]")].find((each) => each.dataset.area === key);
  const cardOf = (track) => track && document.querySelector(`#part [data-card="${CSS.escape(track)}"]`);
  const isDrawn = (e) => e && e.getClientRects().length > 0;

  // What stays on the page and lies elsewhere after a change glides there.
  function slide(change, ms) {
    const before = new Map();
    if (!still.matches)
      for (const each of document.querySelectorAll("#part [data-card]")) before.set(each.dataset.card, each.getBoundingClientRect());
    change();
    if (still.matches) return;
    for (const each of document.querySelectorAll("#part [data-card]")) {
      const was = before.get(each.dataset.card);
      if (was && was.width && !each.dataset.flies) fly(each, was, ms, true);
    }
    for (const each of document.querySelectorAll("[data-flies]")) delete each.dataset.flies;
  }

  function fly(e, from, ms, isNear) {
    const to = e.getBoundingClientRect();
    if (!to.width || !from.width) return;
    const [dx, dy, scale] = [from.left - to.left, from.top - to.top, from.width / to.width];
    if (Math.abs(dx) + Math.abs(dy) < 2) return;
    if (isNear && Math.abs(dx) + Math.abs(dy) > innerHeight) return;
    e.animate(
      [{ transformOrigin: "0 0", transform: `translate(${dx}px, ${dy}px) scale(${isNear ? 1 : scale})`, zIndex: 40, position: "relative" },
       { transformOrigin: "0 0", transform: "none", zIndex: 40, position: "relative" }],
      { duration: ms, easing: "ease-in-out", id: "move" });
  }

  function carry(move, fresh, ms) {
    const old = cardOf(move.track), origin = areaOf(move.origin), target = areaOf(move.target);
    const back = !old && origin ? [...origin.querySelectorAll(".back")].pop() : null;
    const source = [old, back, origin].find(isDrawn);
    const from = source && source.getBoundingClientRect();
    const card = faced(move, fresh, old);
    if (old) old.remove();
    count(origin, -move.count);
    count(target, move.count);
    if (!target) return;
    const list = target.querySelector(":scope > .cards");
    const lies = card || backs(list, move);
    if (list && move.face !== null) list.append(lies);
    if (!from || still.matches) return;
    if (isDrawn(lies)) { lies.dataset.flies = ""; fly(lies, from, ms, false); }
    else over(lies, from, target.getBoundingClientRect(), ms);
  }

  // The card as it looks on the table, without what it could be clicked for.
  function faced(move, fresh, old) {
    if (move.face === null) return null;
    const drawn = [...fresh.querySelectorAll("template[data-mover]")].find((each) => each.dataset.mover === move.track);
    if (!drawn) return old ? old.cloneNode(true) : null;
    const card = document.importNode(drawn.content.firstElementChild, true);
    for (const img of card.querySelectorAll("img")) img.loading = "eager";
    return card;
  }

  function backs(list, move) {
    const drawn = list && [...list.querySelectorAll(".card")].find((each) => each.querySelector(".back"));
    if (drawn) return drawn;
    const back = document.createElement("div");
    back.innerHTML = `<div class="back"></div>`;
    return back;
  }

  // A card that flies to where none is drawn: over everything, and is gone.
  function over(card, from, to, ms) {
    const flight = document.createElement("div");
    flight.className = "flight";
    flight.setAttribute("aria-hidden", "true");
    for (const each of card.querySelectorAll(".face, .back")) { flight.append(each.cloneNode(true)); break; }
    Object.assign(flight.style, { left: `${from.left}px`, top: `${from.top}px`, width: `${Math.min(from.width, 120)}px` });
    document.body.append(flight);
    const [dx, dy] = [to.left + to.width / 2 - from.left - from.width / 2, to.top + to.height / 2 - from.top - from.height / 2];
    const way = flight.animate([{ transform: "none" }, { transform: `translate(${dx}px, ${dy}px) scale(.5)`, opacity: 0.4 }], { duration: ms, easing: "ease-in-out", id: "move" });
    way.onfinish = () => flight.remove();
  }

  function count(area, by) {
    const shown = area && area.querySelector(":scope > h4 .count, :scope > [data-count]");
    if (!shown || !/^\d+$/.test(shown.textContent.trim())) return;
    const number = Math.max(0, Number(shown.textContent) + by);
    shown.textContent = number;
    if (shown.dataset.count) shown.dataset.count = number;
  }

  // --- skipping -----------------------------------------------------------------------------------

  document.addEventListener("click", (event) => {
    if (!isPlaying || event.target.closest("#ask, dialog, .bar")) return;
    if (skip()) { event.preventDefault(); event.stopPropagation(); }
  }, true);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && skip()) event.stopPropagation();
  }, true);

  return { hear, answer, answered, skip, begin: (how) => { put = how; } };
})();
