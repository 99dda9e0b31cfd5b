// What has happened is shown move by move: each piece of news is played on the picture before it,
// then takes its place. A click or Escape skips to the latest. With reduced motion nothing flies.
"use strict";
window.moves = (function () {
  // Milliseconds: a flight and the rest after it; how long a full trick and any other picture stand,
  // and a card that goes where nobody sees it; how far cards glide. In so many steps news is told,
  // and so much of it may wait before we hurry. So often is looked whether the next picture is there.
  const FLIGHT = 240, REST = 510, TRICK = 1100, STAND = 700, SHOWN = 900, SLIDE = 150, NEAR = 240, STEPS = 3, MANY = 6, NEXT = 100;
  const shownFrom = new WeakMap();  // when cards were shown at the player they went to
  const signed = new Set();         // the zones in which cards have said whose they are
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const byId = (id) => document.getElementById(id);

  // --- news waits its turn -----------------------------------------------------------------------

  let queue = [], isPlaying = false, isAnswering = false, isHurried = false;
  let own = "", stoodFrom = 0;  // what an answer led to; when the picture changed

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

  // News that comes while an answer is on its way waits for what the answer led to. While that is due
  // the question stands there still.
  function answer() { isAnswering = true; }

  function answered(html) {
    isAnswering = false;
    if (html) {
      own = markOf(html);
      take(html);
    }
    next();
  }

  const isDue = () => queue.some((each) => markOf(each) === own);

  async function next() {
    if (isPlaying || isAnswering || !queue.length) return;
    if (isHurried) queue = queue.slice(-1);
    const mine = isDue(), html = queue.shift(), part = byId("part");
    if (!part || markOf(html) === part.dataset.mark || ageOf(html) < Number(part.dataset.age)) return next();
    isPlaying = document.body.toggleAttribute("data-playing", true);
    try {
      await play(part, html, mine);
    } finally {
      isPlaying = document.body.toggleAttribute("data-playing", false);
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

  async function play(part, html, mine) {
    const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("part");
    const told = fresh.querySelector("#moves"), was = part.querySelector("#moves");
    const goesOn = told && was && told.dataset.epoch === was.dataset.epoch;
    const steps = goesOn ? together(JSON.parse(told.dataset.moves)) : [];
    if (!goesOn || isHurried || document.hidden || !steps.length) {
      const isNews = goesOn && fresh.querySelector("#log .fresh");
      if (isNews && !mine) await stood(STAND);
      settle(html, goesOn && !isHurried);
      if (isNews) stoodFrom = performance.now();
      return;
    }
    if (!mine) await stood(STAND);
    Object.assign(part.dataset, { mark: fresh.dataset.mark, age: fresh.dataset.age });
    instead("ask", fresh);
    // it is asked once what it is about can be touched
    for (const each of document.querySelectorAll("#answer, #question, #ask > .hint, #deeds > *")) each.remove();
    byId("ask").parentElement.classList.remove("asked");
    for (const told of ["log", "news"]) instead(told, fresh);
    instead("news", fresh);
    for (const by of [...document.querySelectorAll("#part .card > .by"), ...fresh.querySelectorAll(".card > .by")])
      if (by.closest("[data-area]")) signed.add(by.closest("[data-area]").dataset.area);
    const filled = new Set();
    for (const step of steps) {
      if (isHurried) break;
      const isSwept = step.some((move) => isShared(move.origin) && filled.has(move.origin));
      await stood(isSwept ? TRICK : step === steps[0] ? 0 : REST);
      if (isSwept) filled.clear();
      if (isHurried) break;
      await flights(step, fresh, FLIGHT);
      unpresent();
      for (const move of step) open(move);
      for (const move of step) present(move, fresh);
      slide(() => { for (const move of step) carry(move, fresh); }, step);
      stoodFrom = performance.now();
      for (const move of step) filled.add(move.target);
    }
    settle(html, !isHurried);
  }

  const isShared = (key) => key && !key.startsWith("~");

  // Waits until a picture has stood long enough; where much is waiting that is shorter.
  function stood(ms) {
    const left = stoodFrom + ms * Math.min(1, MANY / (queue.length + 1)) - performance.now();
    return left > 0 ? wait(left) : null;
  }

  // What one event led to moves together, and of many events several; but what takes away from where
  // something has just come is a step of its own.
  function together(moves) {
    const most = Math.ceil(new Set(moves.map((move) => move.cause)).size / STEPS);
    const steps = [], filled = new Set();
    let causes = new Set();
    for (const move of moves) {
      const isSwept = isShared(move.origin) && filled.has(move.origin);
      if (!steps.length || !causes.has(move.cause) && (causes.size >= most || isSwept)) {
        steps.push([]);
        causes = new Set();
        if (isSwept) filled.clear();
      }
      steps[steps.length - 1].push(move);
      causes.add(move.cause);
      filled.add(move.target);
    }
    return steps;
  }

  // Where a card with a face comes to an empty zone that zone is drawn from now on.
  function open(move) {
    const area = move.face !== null && areaOf(move.target);
    if (area && area.matches(".bare")) area.classList.remove("bare", "quiet");
  }

  // A card that goes where others have only numbers is shown there for a moment.
  function present(move, fresh) {
    const area = areaOf(move.target), home = area && area.closest(".seats .player");
    const card = home && !isDrawn(area.querySelector(":scope > .cards")) ? faced(move, fresh, null) : null;
    if (!card) return;
    const box = home.getBoundingClientRect();
    card.className = "card presented";
    card.ariaHidden = "true"; // the log tells it
    delete card.dataset.card;
    Object.assign(card.style, { top: `${box.top + 4}px` });
    card.dataset.home = home.dataset.player;
    for (const each of document.querySelectorAll(".presented")) if (each.dataset.home === card.dataset.home) each.remove();
    document.body.append(card);
    card.style.left = `${Math.max(4, box.right - card.offsetWidth - 6)}px`;
    shownFrom.set(card, performance.now());
    setTimeout(() => leave(card), 2 * SHOWN);
  }

  // It goes with the next picture, or where none comes once the last one has stood.
  function leave(card) {
    const left = stoodFrom + STAND - performance.now();
    if (card.isConnected && (isPlaying || left > 0)) setTimeout(() => leave(card), Math.max(left, NEXT));
    else card.remove();
  }

  // What was shown for long enough goes when the picture changes, so that no picture is brief.
  function unpresent() {
    for (const each of document.querySelectorAll(".presented"))
      if (performance.now() - shownFrom.get(each) > STAND) each.remove();
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
    unpresent();
    const show = () => { put(html); drawn(); };
    if (isSliding) slide(show);
    else show();
  }

  let put = () => {};

  // --- cards on their way -------------------------------------------------------------------------

  const areaOf = (key) => [...document.querySelectorAll("#part [data-area]")].find((each) => each.dataset.area === key);
  const cardOf = (track) => track && document.querySelector(`#part [data-card="${CSS.escape(track)}"]`);
  const isDrawn = (e) => e && e.getClientRects().length > 0;

  // What stays on the page and lies elsewhere after a change glides there.
  function slide(change, but = []) {
    const before = new Map();
    if (!still.matches && !isHurried)
      for (const each of document.querySelectorAll("#part [data-card]")) before.set(each.dataset.card, each.getBoundingClientRect());
    change();
    drawn();
    for (const move of but) {  // where cards come to lie nothing glides, or they would be covered
      before.delete(move.track);
      const area = areaOf(move.target);
      if (area) for (const each of area.querySelectorAll("[data-card]")) before.delete(each.dataset.card);
    }
    if (!before.size) return;
    for (const each of document.querySelectorAll("#part [data-card]")) {
      const was = before.get(each.dataset.card), now = each.getBoundingClientRect();
      if (!was || !was.width || !now.width) continue;
      const [dx, dy] = [was.left - now.left, was.top - now.top], way = Math.hypot(dx, dy);
      if (way < 2 || way > NEAR) continue;
      each.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { duration: SLIDE, easing: "ease-out", id: "move" });
    }
  }

  // Cards fly over everything; where they leave they fade, and lie where they go once they are there.
  async function flights(step, fresh, ms) {
    if (still.matches || isHurried || document.hidden) return;
    const ways = step.map((move) => fly(move, fresh, ms)).filter(Boolean);
    if (ways.length) await Promise.all([wait(ms), ...ways.map((way) => way.finished.catch(() => null))]);
    for (const each of document.querySelectorAll(".flight")) each.remove();
  }

  function fly(move, fresh, ms) {
    const old = cardOf(move.track), origin = areaOf(move.origin), target = areaOf(move.target);
    const back = origin && !old ? [...origin.querySelectorAll(".back")].pop() : null;
    const source = [old, back, origin].find(isDrawn);
    if (!source || !isDrawn(target)) return null;
    const from = source.getBoundingClientRect(), to = landing(target);
    const flight = document.createElement("div"), shows = faced(move, fresh, old);
    const look = shows && shows.querySelector(".face, .back, .name");
    flight.className = "flight";
    flight.setAttribute("aria-hidden", "true");
    if (look) flight.append(document.importNode(look, true));
    else if (back) flight.append(document.importNode(back, true));
    else flight.innerHTML = '<div class="back"></div>';
    const wide = Math.min(from.width, 130);
    Object.assign(flight.style, { left: `${from.left}px`, top: `${from.top}px`, width: `${wide}px` });
    document.body.append(flight);
    if (old) old.animate({ opacity: [0.25, 0.25] }, { duration: ms, id: "move" });
    return flight.animate(
      [{ transform: "none" }, { transform: `translate(${to.left - from.left}px, ${to.top - from.top}px) scale(${to.width / wide})` }],
      { duration: ms, easing: "ease-in-out", fill: "forwards", id: "move" });
  }

  // Where a card comes to lie in an area, about.
  function landing(area) {
    const last = [...area.querySelectorAll(":scope > .cards > li")].filter(isDrawn).pop();
    const box = (last || area).getBoundingClientRect(), wide = Math.min(box.width, 130);
    if (!last) return { left: box.left, top: box.top, width: Math.min(wide, 60) };
    const edge = area.getBoundingClientRect().right;
    return { left: box.right + wide <= edge + wide ? box.right + 4 : box.left, top: box.top, width: wide };
  }

  function carry(move, fresh) {
    const old = cardOf(move.track), target = areaOf(move.target);
    const card = faced(move, fresh, old);
    if (card && !signed.has(move.target)) for (const each of card.querySelectorAll(":scope > .by")) each.remove();
    if (old) old.remove();
    count(areaOf(move.origin), -move.count);
    count(target, move.count);
    const list = target && target.querySelector(":scope > .cards");
    if (list && card && target.matches(".stack")) list.replaceChildren(card);  // of a pile the last one is seen
    else if (list && card) list.insertBefore(card, behind(list, move, fresh));
  }

  // Before which card another comes to lie: as in the new picture, else at the end.
  function behind(list, move, fresh) {
    let next = fresh.querySelector(`[data-card="${CSS.escape(move.track)}"]`);
    while (next && (next = next.nextElementSibling)) {
      const here = next.dataset.card && list.querySelector(`:scope > [data-card="${CSS.escape(next.dataset.card)}"]`);
      if (here) return here;
    }
    return null;
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

  return { hear, answer, answered, isDue, skip, begin: (how) => { put = how; } };
})();
