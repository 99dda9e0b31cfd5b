// What a page of a table does by itself: it hears of news, shows a card large, knows a few keys.
// Everything else is a plain form; without this script the page works too, and is loaded anew.
"use strict";
(function () {
  const main = document.querySelector("[data-live]");
  const byId = (id) => document.getElementById(id);
  const told = byId("told"), title = document.title;

  for (const code of document.querySelectorAll("code[data-link]"))
    code.textContent = location.origin + code.dataset.link;

  // Who chooses another number of players or language does not lose what was typed.
  document.addEventListener("click", (event) => {
    const link = event.target.closest(".counts a, .languages a"), form = document.querySelector("form.setting");
    if (!link || !form) return;
    const url = new URL(link.href);
    for (const [name, value] of new FormData(form)) if (!url.searchParams.has(name)) url.searchParams.set(name, value);
    link.href = url;
  });

  // --- news ------------------------------------------------------------------------------------

  let wait = 500, socket = null;

  function scrolls() {
    return [...document.querySelectorAll("[data-scroll]")].map((e) => [e.id, e.scrollTop]);
  }

  function put(html) {
    const part = byId("part");
    if (!part) return;
    const open = [...part.querySelectorAll("details[open] > summary")].map((s) => s.textContent);
    const before = scrolls();
    htmx.swap("#part", html, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 });
    settle(before, open);
  }

  function settle(before, open) {
    for (const [id, top] of before || []) if (byId(id) && id !== "options") byId(id).scrollTop = top;
    for (const summary of document.querySelectorAll("details > summary"))
      if (open && open.includes(summary.textContent)) summary.parentElement.open = true;
    for (const end of document.querySelectorAll("[data-scroll=end]")) end.scrollTop = end.scrollHeight;
    const status = document.querySelector("#ask .status");
    steps();
    document.title = byId("question") && status ? `● ${status.textContent.trim()} · ${title}` : title;
    told.textContent = "";
  }

  // Who plays by keyboard keeps their place: the same thing, else the question that has come.
  let isByKeys = false, kept = null;
  document.addEventListener("keydown", () => { isByKeys = true; }, true);
  document.addEventListener("pointerdown", () => { isByKeys = false; }, true);
  document.addEventListener("focusin", ({ target }) => {
    kept = target.closest("#part") && { id: /^o\d/.test(target.id) ? "" : target.id, key: target.dataset.key };
  });
  document.addEventListener("table:drawn", () => {
    if (!isByKeys || !kept || document.activeElement !== document.body) return;
    const same = (kept.id && byId(kept.id)) || (kept.key && document.querySelector(`button[data-key="${CSS.escape(kept.key)}"]`));
    const next = same && !same.disabled ? same : byId("question");
    if (next) next.focus({ preventScroll: true });
  });

  function listen() {
    const part = byId("part");
    const url = new URL(main.dataset.live, location.href);
    url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    url.searchParams.set("seen", (part && part.dataset.mark) || "");
    socket = new WebSocket(url);
    socket.onopen = () => { wait = 500; if (told.textContent === told.dataset.lost) told.textContent = ""; };
    socket.onmessage = (event) => moves.hear(event.data);
    socket.onclose = (event) => {
      if (event.code === 1008) return location.reload();
      told.textContent = told.dataset.lost;
      setTimeout(listen, wait);
      wait = Math.min(wait * 2, 10000);
    };
  }

  if (main) {
    listen();
    settle();
    moves.begin(put);
    let sent = "";  // the question whose answer is on its way
    document.body.addEventListener("htmx:beforeRequest", (event) => {
      const mark = event.detail.elt.elements?.mark;
      if (mark && (mark.value === sent || moves.isDue())) return event.preventDefault();
      sent = mark ? mark.value : sent;
      moves.answer();
    });
    document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
      detail.shouldSwap = false;
      if (detail.xhr.status >= 400) return;
      moves.answered(detail.serverResponse);
      const late = detail.xhr.getResponseHeader("late");
      if (late) told.textContent = JSON.parse(late);
    });
    document.body.addEventListener("htmx:afterRequest", () => { sent = ""; moves.answered(null); });
    // A card stands outside the form that it answers, where only the browser knows of it.
    document.body.addEventListener("htmx:configRequest", (event) => {
      const by = event.detail.triggeringEvent && event.detail.triggeringEvent.submitter;
      if (by && by.name) event.detail.parameters[by.name] = by.value;
    });
    document.body.addEventListener("htmx:responseError", (event) => {
      const page = new DOMParser().parseFromString(event.detail.xhr.responseText, "text/html");
      const said = page.querySelector("[role=alert]");
      told.textContent = said ? said.textContent : event.detail.xhr.statusText;
    });
    document.body.addEventListener("htmx:sendError", () => { told.textContent = told.dataset.lost; });
  }

  // --- what touching a thing means -----------------------------------------------------------------

  const told_of = (name) => { const e = byId("offers"); return e ? JSON.parse(e.dataset[name]) : {}; };

  // A small menu at a thing that can mean several.
  function offer(thing, key) {
    const menu = byId("menu"), form = byId("answer");
    menu.role = "menu";
    menu.replaceChildren(...(told_of("offers")[key] || []).map(([answer, text, price]) => {
      const entry = document.createElement("button");
      Object.assign(entry, { name: "option", value: answer, textContent: price ? `${text} [${price}]` : text });
      entry.setAttribute("form", form.id);
      entry.setAttribute("role", "menuitem");
      return entry;
    }));
    beside(menu, thing);
    menu.querySelector("button").focus();
  }

  // Says at a thing why it cannot be chosen.
  function explain(thing, key) {
    const why = told_of("why")[key], menu = byId("menu");
    if (!why) return false;
    const said = document.createElement("p");
    said.textContent = why;
    menu.role = "status";
    menu.replaceChildren(said);
    beside(menu, thing);
    return true;
  }

  function beside(menu, thing) {
    const at = thing.getBoundingClientRect();
    menu.showPopover();
    const room = menu.getBoundingClientRect();
    const top = at.top - room.height - 6 > 0 ? at.top - room.height - 6 : Math.min(at.bottom + 6, innerHeight - room.height);
    Object.assign(menu.style, { top: `${Math.max(0, top)}px`, left: `${Math.max(4, Math.min(at.left, innerWidth - room.width - 4))}px` });
  }

  document.addEventListener("click", (event) => {
    const thing = event.target.closest("[data-key]"), menu = byId("menu");
    if (event.target.closest("#menu button")) return menu.hidePopover();
    if (!thing || !thing.closest("#part")) return;
    if (thing.matches("button[data-options]:not([name])")) return offer(thing, thing.dataset.key);
    const pick = [...document.querySelectorAll("[data-pick]")].find((each) => each.dataset.pick === thing.dataset.key);
    if (pick) return pick.click();
    if (!thing.matches("button") && byId("offers") && explain(thing, thing.dataset.key)) return;
    const large = event.target.closest("[data-face], .name[data-face]");
    if (large && !event.target.closest("button")) show(large);
  });

  // --- zones of which only the number is shown -----------------------------------------------------

  // They open over all else where their name is touched; a touch beside them closes them.
  const FOLDED = ".seats.folded .area:not(.blind) > h4, .banked .things .area:not(.blind) > h4, .stored > .area:not(.blind) > h4";

  function unfold(event) {
    const head = event.target.closest && event.target.closest(FOLDED), area = head && head.parentElement;
    if (head && event.target.closest("button, details")) return;
    if (event.target.closest && event.target.closest(".unfolded > .cards, #zoom")) return;
    for (const each of document.querySelectorAll(".unfolded")) if (each !== area) each.classList.remove("unfolded");
    if (area && area.querySelector(":scope > .cards > li")) area.classList.toggle("unfolded");
  }
  document.addEventListener("click", unfold);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") for (const each of document.querySelectorAll(".unfolded")) each.classList.remove("unfolded");
    if (event.key === "Enter" && event.target.matches(FOLDED)) unfold(event);
  });
  function reachFolded() {
    for (const head of document.querySelectorAll(FOLDED))
      if (head.parentElement.querySelector(":scope > .cards > li") && !head.querySelector("button, details")) head.tabIndex = 0;
  }
  document.addEventListener("table:drawn", reachFolded);
  reachFolded();

  // --- numbers, by a stepper ---------------------------------------------------------------------

  // What stands for a number is the button that is there without a script.
  function step(field) {
    const stepper = field.closest("[data-numbers]"), at = stepper.dataset.numbers.split(" ")[field.value];
    const taken = byId("take-number"), plain = document.querySelector(`#deeds .number[value="${at}"]`);
    taken.value = at;
    taken.replaceChildren(...[...plain.childNodes].map((each) => each.cloneNode(true)));
    field.setAttribute("aria-valuetext", plain.textContent.trim());
    stepper.querySelector("[data-step='-1']").disabled = field.value === field.min;
    stepper.querySelector("[data-step='1']").disabled = field.value === field.max;
  }

  function steps() {
    for (const stepper of document.querySelectorAll("[data-numbers][hidden]")) {
      stepper.hidden = false;
      step(stepper.querySelector("input"));
    }
  }

  document.addEventListener("input", (event) => { if (event.target.matches("[data-numbers] input")) step(event.target); });
  document.addEventListener("click", (event) => {
    const by = event.target.closest("[data-numbers] [data-step]");
    if (!by) return;
    const field = by.parentElement.querySelector("input");
    field.value = Number(field.value) + Number(by.dataset.step);
    step(field);
  });

  // Pressing would move the focus, which folds the text of another option: the one that is pressed
  // would go from under the pointer before it is let go, and nothing would be chosen.
  document.addEventListener("mousedown", (event) => {
    if (event.target.closest("#options button")) event.preventDefault();
  });

  // --- a card large ------------------------------------------------------------------------------

  function show(of) {
    const zoom = byId("zoom");
    zoom.querySelector("img").src = of.dataset.face || of.getAttribute("src").replace("/small/", "/face/");
    zoom.querySelector("p").textContent = of.dataset.says || "";
    zoom.showModal();
  }

  document.addEventListener("contextmenu", (event) => {
    const face = event.target.closest("button") && event.target.closest("button").querySelector("[data-face]");
    if (face) { event.preventDefault(); show(face); }
  });

  // --- the rules, in a drawer ----------------------------------------------------------------------

  document.addEventListener("click", async (event) => {
    const link = event.target.closest("[data-drawer]"), drawer = byId("drawer");
    if (!link || !drawer || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const page = new DOMParser().parseFromString(await (await fetch(link.href)).text(), "text/html");
    const book = page.querySelector(".book");
    if (!book) return location.assign(link.href);
    drawer.querySelector("div").replaceChildren(document.importNode(book, true));
    drawer.showModal();
    const here = drawer.querySelector(".here");
    if (here) here.scrollIntoView({ block: "center" });
  });

  // --- what an option touches ----------------------------------------------------------------------

  function touch(event) {
    const option = event.target.closest && event.target.closest("[data-touches]");
    const keys = option ? option.dataset.touches.split(" ") : [];
    for (const each of document.querySelectorAll("[data-key]"))
      each.classList.toggle("touched", keys.includes(each.dataset.key));
  }
  document.addEventListener("pointerover", touch);
  document.addEventListener("focusin", touch);

  // --- keys ----------------------------------------------------------------------------------------

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select, textarea, dialog")) return;
    const list = byId("options");
    if (!list) return;
    const shown = [...list.querySelectorAll("li button")];
    if (/^[1-9]$/.test(event.key) && shown[event.key - 1]) shown[event.key - 1].click();
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const at = shown.indexOf(document.activeElement);
      if (at < 0 && !list.contains(document.activeElement) && document.activeElement !== document.body && document.activeElement !== byId("question")) return;
      const next = shown[(at + (event.key === "ArrowDown" ? 1 : shown.length - 1) + (at < 0 && event.key === "ArrowUp" ? 1 : 0)) % shown.length];
      if (next) { byId("list").open = true; next.focus(); event.preventDefault(); }
    }
  });
})();
