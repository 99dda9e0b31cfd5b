// Finds room for everything on a table: how large cards are, which players are folded to numbers,
// and where each zone lies. What has a place keeps it: a zone that grows takes what is free beside
// it, a new one goes where nothing lies, and all is laid out anew only where that cannot be.
"use strict";
(function () {
  const SIZES = [...(innerWidth > 1500 && innerHeight > 1000 ? [144, 128] : []), 112, 104, 96, 88, 80, 74, 68, 62, 58, 52, 46, 40, 34, 31, 28];
  const WIDE = [2, 1.85, 1.7, 1.55, 1.4, 1.3, 1.2, 1.1, 1, 0.9, 0.8, 0.7, 0.6];  // places without cards, in widths of cards
  const READABLE = 58;  // below this texts of a face are too small
  const LABELLED = 74;  // below this a card shows its numbers without what they are called
  const THEIRS = 0.66;  // cards of others are so much smaller
  const KEPT = 12;      // so many states a zone keeps its room after its last card has gone
  const SPARE = 0.88;    // a new size leaves room for what comes: the middle takes this share of its room
  const TIGHT = 0.96;   // from READABLE down it may take so much,
  const STORE = 0.9;    // and so much where things beside boards come and go
  const FEW = 3;        // a zone that is empty yet keeps the room of so many cards,
  const SMALL = 40;     // if cards need not be smaller for it
  const MANY = 4;       // a player of whom so many values are shown gets room for one line more of them,
  const LINE = 20;      // which is so high
  const LOOSE = 0.5;    // where so little of the middle was needed for so many states, cards grow again
  const STEP = 4;       // one's own zones grow by so many cards, so that they seldom shift
  const LARGE = 7;      // a hand of so many cards is large
  const OWN_LOOSE = 0.75;  // one's own cards grow again where they need so little of the width
  const MOST = 5;       // more cards than that keep no room
  const ZOOM = 0.85;    // what fits with no size of cards is written so much smaller
  const SPREAD = 0.2;   // rows of boards get this share of what is free, each so many pixels at most
  const ROW = 24;
  const GAP = 4;
  const zones = new Map(), heights = new Map(), places = new Map();
  let isNew = true, scrolled = 0, size = 0, own = 0, wide = 0, isFolded = false, isTall = false, mayRise = false, isAside = false, isBanked = false, isStored = false, isOver = false, zoom = 1, states = 0, roomy = 0, anchor = 0, held = 0, mark = "", room = "";

  // --- how much room a zone keeps ------------------------------------------------------------------

  function keepRoom(cloth) {
    const players = cloth.querySelectorAll(".player").length;
    const all = [...cloth.querySelectorAll(".mid > .area, .you > .areas > .area, .inner > .area")];
    const lying = (zone) => zone.querySelectorAll(":scope > .cards > li").length;
    for (const zone of all) {
      const key = keyOfRoom(zone), cards = lying(zone);
      const was = zones.get(key) || { most: 0, last: -KEPT - 1 };
      // where people have put cards, each of them may
      const room = zone.querySelector(":scope > .cards > li > .by") ? Math.max(cards, players) : more(zone, cards, was.most);
      const most = zone.closest(".you") ? Infinity : MOST;
      if (cards) { was.last = states; was.most = Math.max(was.most, Math.min(room, most)); }
      else if (states - was.last > KEPT || zone.closest(".you")) was.most = 0;
      zones.set(key, was);
    }
    for (const zone of all) {
      const { most } = zones.get(keyOfRoom(zone));
      zone.classList.toggle("kept", most > 0 && !zone.matches(".area .card .bare"));
      zone.style.setProperty("--n", zone.closest(".you") && most > 2 ? STEP * Math.ceil(most / STEP) : most);
      zone.style.setProperty("--cards", zone.matches(".inner > :not(.stack)") ? Math.max(FEW, lying(zone)) : lying(zone));
    }
    // beside a large hand the one other zone keeps its share, or the hand would shift as it grows
    const mine = [...cloth.querySelectorAll(".you > .areas > .area")], open = mine.filter((zone) => zone.matches(".open"));
    isAside ||= open.length === 1 && mine.some((zone) => !open.includes(zone) && lying(zone) >= LARGE);
    for (const zone of open) zone.classList.toggle("aside", isAside && !isTall);
    for (const inner of cloth.querySelectorAll(".inner")) {
      const drawn = [...inner.children].filter((each) => each.matches(".kept, :not(.bare)"));
      for (const each of inner.children) each.classList.toggle("sole", drawn.length === 1);
    }
  }

  // What lies on cards keeps the room of all zones of its name.
  const keyOfRoom = (zone) => zone.matches(".card > .inner > *") ? "." + zone.dataset.area.split(".").pop() : zone.dataset.area;

  // Where cards are set beside each other one more is expected.
  const more = (zone, cards, most) => cards > most && zone.matches(":is(.inner, .mid) > :not(.stack)") ? cards + 1 : cards;

  // --- how large cards are -------------------------------------------------------------------------

  const fits = (box) => !box || (box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1);

  function share(middle) {
    const boxes = [...middle.children].filter(isDrawn).map((each) => each.getBoundingClientRect());
    if (!boxes.length) return 0;
    return ((Math.max(...boxes.map((box) => box.bottom)) - Math.min(...boxes.map((box) => box.top))) / zoom + 2 * GAP) / middle.clientHeight;
  }

  // Keeps room for zones that are empty yet, or no more.
  function reserve(middle, isOn) {
    for (const each of middle.querySelectorAll(":scope > .open.bare:not(.kept)")) each.classList.toggle("later", isOn);
  }

  const wides = (cloth) => cloth.querySelector(".board:not(:has(.inner, .card, .slot, .middle))") ? WIDE : [1];

  function set(cloth) {
    cloth.style.setProperty("--big", SIZES[size] + "px");
    cloth.style.setProperty("--own", SIZES[own] + "px");
    cloth.style.setProperty("--wide", wides(cloth)[wide] || 1);
    cloth.classList.toggle("small", SIZES[size] < LABELLED);
    cloth.querySelector(".mid").classList.toggle("tiny", SIZES[size] < READABLE);
    const others = cloth.querySelector(".seats"), mine = cloth.querySelector(".player.you");
    others.classList.toggle("tiny", THEIRS * SIZES[size] < READABLE);
    others.classList.toggle("folded", isFolded);
    cloth.querySelector(".mid").classList.toggle("banked", isBanked);
    cloth.querySelector(".mid").classList.toggle("stored", isStored);
    cloth.querySelector(".mid").style.zoom = zoom;
    if (mine) mine.classList.toggle("tiny", SIZES[own] < READABLE);
    if (mine) mine.classList.toggle("tall", isTall);
    for (const box of cloth.querySelectorAll(HIGH)) box.style[heightOf(box)] = heights.has(keyOfHeight(box)) ? heights.get(keyOfHeight(box)) + "px" : "";
  }

  // One's own cards stay readable as long as they may, and get smaller alone.
  function shrinkOwn(cloth) {
    const mine = cloth.querySelector(".player.you"), most = Math.max(SIZES[size], Math.min(READABLE + 4, 2 * SIZES[size]));
    for (; own < SIZES.length - 1; own++) {
      set(cloth);
      if (SIZES[own] <= most && fits(mine)) return;
    }
  }

  function isOwnLoose(cloth) {
    const mine = cloth.querySelector(".player.you"), cards = mine ? mine.querySelectorAll(":scope > .areas > .area > .cards > li").length : 0;
    return own > size && cards * SIZES[own] < OWN_LOOSE * mine.clientWidth;
  }

  // What lies in the middle needs no second row as long as its cards can be read.
  const isInOneRow = (middle) => SIZES[size] <= READABLE || [...middle.querySelectorAll(":scope > .kept:not(.stack)")]
    .every((zone) => zone.style.getPropertyValue("--n") * (SIZES[size] + GAP) <= middle.clientWidth);

  // Take the next smaller size until all fits.
  function shrink(cloth, least) {
    const first = isNew ? -1 : size;
    const [middle, others] = [".mid", ".seats"].map((each) => cloth.querySelector(each));
    for (; ; size++) {
      shrinkOwn(cloth);
      // nothing comes beside a lone board of squares
      const most = isBanked ? STORE : SIZES[size] > READABLE && !(wides(cloth)[1] && middle.children.length === 1) ? SPARE : TIGHT;
      for (wide = 0; wide < wides(cloth).length; wide++) {
        set(cloth);
        if (fits(middle) && fits(others) && isInOneRow(middle) && (size === first || share(middle) <= most)) { isNew = false; return true; }
      }
      wide = 0;
      if (size + 1 >= SIZES.length || SIZES[size + 1] < least) return false;
    }
  }

  // First what lies beside the boards in store is folded to numbers, then what others have, and at
  // last all zones beside the boards.
  function fit(cloth) {
    const middle = cloth.querySelector(".mid");
    let begun = [size, own];
    const attempt = (least, isReserving) => { [size, own] = begun; reserve(middle, isReserving); return shrink(cloth, least); };
    const isReadable = () => attempt(READABLE, true) || attempt(READABLE, false);
    set(cloth);
    if (isReadable()) return;
    if (isTall) { isTall = false; begun = [0, 0]; if (isReadable()) return; }
    if (!isBanked && cloth.querySelector(".things .inner")) { isBanked = true; begun = [0, 0]; if (isReadable()) return; }
    if (!isFolded) { isFolded = true; begun = [0, 0]; if (isReadable()) return; }
    isNew = false;
    begun = [size, own];
    if (attempt(SMALL, true) || attempt(0, false)) return;
    if (middle.querySelector(":scope > .board") && middle.querySelector(":scope > .area")) { isStored = true; size = own = 0; if (shrink(cloth, 0)) return; }
    zoom = ZOOM;
    set(cloth);
  }

  // What lies open before oneself gets a row of its own where the middle has room for that.
  function raise(cloth) {
    const mine = cloth.querySelector(".player.you");
    if (!mine || !mine.querySelector(".areas > .open:not(.bare)") || !mine.querySelector(".areas > .area:not(.open, .bare)")) return;
    const was = [size, own];
    for (const isReserving of [true, false]) {
      isTall = isNew = true;
      size = own = 0;
      reserve(cloth.querySelector(".mid"), isReserving);
      if (shrink(cloth, READABLE) && (isNarrow() || SIZES[size] >= Math.min(LABELLED, SIZES[was[0]]))) return;
    }
    [size, own] = was;
    isTall = isNew = false;
    set(cloth);
  }

  const HIGH = ":scope > :is(.now, .seats, .you), .player > h3, .mid > .area.kept, .grid tr";
  const heightOf = (box) => box.rowIndex === undefined ? "minHeight" : "height";
  const nameOf = (box) => box.dataset.area || (box.matches("h3") && `of ${box.parentElement.dataset.player}`) || box.className.split(" ")[0] || box.rowIndex + box.closest("[data-board]").dataset.board;
  const keyOfHeight = (box) => `${nameOf(box)} ${box.closest(".mid") ? size : box.matches(".you") ? own : ""} ${box.matches("h3") || isFolded} ${box.matches(".you") && isTall}`;

  // What was high stays as high, or all below and above it would move.
  function keepHeights(cloth) {
    for (const box of cloth.querySelectorAll(HIGH)) {
      const key = keyOfHeight(box);
      heights.set(key, Math.max(heights.get(key) || 0, box.offsetHeight));
      box.style[heightOf(box)] = heights.get(key) + "px";
    }
  }

  // Values come and get longer: where there are many, the next line of them moves nothing.
  function expectLines(cloth) {
    for (const head of cloth.querySelectorAll(".player > h3"))
      if (head.querySelectorAll(".badge").length >= MANY) heights.set(keyOfHeight(head), head.offsetHeight + LINE);
  }

  // Rows of a board on which cards come to lie get a part of what is free.
  function spread(cloth, middle) {
    const rows = [...cloth.querySelectorAll(".board:has(.inner, .card, .slot, .middle) tr")], free = (1 - share(middle)) * middle.clientHeight - 2 * GAP;
    if (!rows.length || free <= 0) return;
    for (const row of rows) {
      heights.set(keyOfHeight(row), heights.get(keyOfHeight(row)) + Math.min(ROW, SPREAD * free / rows.length));
      row.style.height = heights.get(keyOfHeight(row)) + "px";
    }
  }

  // --- where things lie in the middle --------------------------------------------------------------

  const isNarrow = () => innerWidth < 600;
  const keyOf = (each) => each.dataset.area || each.dataset.board || "things";
  const isDrawn = (each) => each.offsetWidth > 0;

  function remember(middle) {
    places.clear();
    isOver = !fits(middle);
    const here = middle.getBoundingClientRect();
    anchor = here.top;
    const drawn = [...middle.children].filter(isDrawn);
    if (!drawn.some((each) => !each.matches(".later"))) return;  // what comes first lies amid all
    for (const each of drawn) {
      const box = each.getBoundingClientRect();
      places.set(keyOf(each), { left: (box.left - here.left) / zoom, top: (box.top - here.top) / zoom + middle.scrollTop,
                                width: each.offsetWidth, height: each.offsetHeight });
    }
  }

  function isFree(box, key, middle) {
    if (box.left < 0 || box.top < 0 || box.left + box.width > middle.clientWidth || box.top + box.height > (isOver ? middle.scrollHeight : middle.clientHeight)) return false;
    return [...places].every(([other, at]) => other === key || at.left >= box.left + box.width || box.left >= at.left + at.width
      || at.top >= box.top + box.height || box.top >= at.top + at.height);
  }

  // Where what lies above has grown, all stays in its place in the window, if there is room.
  function follow(middle) {
    const top = middle.getBoundingClientRect().top, all = [...places.values()];
    if (!all.length) return;
    const [first, last] = [Math.min(...all.map((at) => at.top)), Math.max(...all.map((at) => at.top + at.height))];
    const by = zoom < 1 || isOver ? 0 : Math.max(GAP - first, Math.min(anchor - top, middle.clientHeight - last));
    for (const [key, at] of places) places.set(key, { ...at, top: at.top + by });
    anchor = top;
  }

  // Puts everything where it lay; returns whether that was possible.
  function place(middle) {
    const here = [...middle.children].filter(isDrawn), natural = new Map();
    if (!places.size && here.length > 1) return false;
    flow(middle);
    follow(middle);
    for (const each of here) natural.set(each, each.offsetWidth + 1);
    for (const each of here) Object.assign(each.style, { position: "absolute", minWidth: "0" });
    for (const each of here) {
      const key = keyOf(each), was = places.get(key);
      const at = was ? grown(each, was, natural.get(each), key, middle) : found(each, natural.get(each), key, middle);
      if (!at) return false;
      places.set(key, at);
    }
    for (const each of here) {
      const at = places.get(keyOf(each));
      Object.assign(each.style, { left: at.left + "px", top: at.top + "px", width: at.width + "px" });
    }
    return isOver || [...places.values()].every((at) => at.top + at.height <= middle.clientHeight + 1);
  }

  // Moves down what lies below something that grows, and the rest up where that is not enough.
  function push(was, height, key, middle) {
    const others = [...places].filter(([other]) => other !== key), by = height - was.height;
    const low = others.filter(([, at]) => at.top >= was.top + was.height - 1), high = others.filter((each) => !low.includes(each));
    const free = (isOver ? middle.scrollHeight : middle.clientHeight) - Math.max(was.top + was.height, ...low.map(([, at]) => at.top + at.height));
    const down = Math.max(0, Math.min(by, free)), up = by - down;
    if (Math.min(was.top, ...high.map(([, at]) => at.top)) < up) return null;
    for (const [other, at] of low) places.set(other, { ...at, top: at.top + down });
    for (const [other, at] of high) places.set(other, { ...at, top: at.top - up });
    return { ...was, top: was.top - up, height };
  }

  // More room where it lies, else another place, else cards that overlap, else nothing.
  function grown(each, was, natural, key, middle) {
    for (const width of natural > was.width ? [natural, was.width] : [was.width]) {
      each.style.width = width + "px";
      const at = { ...was, width, height: Math.max(was.height, each.offsetHeight) };
      if (each.scrollWidth <= width + 1 && (at.width === was.width && at.height === was.height || isFree(at, key, middle))) return at;
    }
    each.style.width = was.width + "px";
    const pushed = each.scrollWidth <= was.width + 1 && each.matches(".board, .things") && push(was, each.offsetHeight, key, middle);
    if (pushed) return pushed;
    const elsewhere = found(each, natural, key, middle);
    if (elsewhere) return elsewhere;
    each.classList.add("tight");
    each.style.width = was.width + "px";
    return each.scrollWidth <= was.width + 1 && each.offsetHeight <= was.height ? was : null;
  }

  // What is new lies as far amid all as it can.
  function found(each, width, key, middle) {
    each.style.width = width + "px";
    const height = each.offsetHeight, all = [...places.values()];
    const amid = { left: (middle.clientWidth - width) / 2, top: (middle.clientHeight - height) / 2 };
    const tops = [amid.top, GAP, ...all.flatMap((at) => [at.top, at.top - height - GAP, at.top + at.height + GAP])];
    const lefts = [amid.left, GAP, ...all.flatMap((at) => [at.left, at.left - width - 3 * GAP, at.left + at.width + 3 * GAP])];
    const free = tops.flatMap((top) => lefts.map((left) => ({ left, top, width, height }))).filter((box) => isFree(box, key, middle));
    const far = (box) => Math.hypot(box.left - amid.left, box.top - amid.top);
    return free.sort((a, b) => far(a) - far(b))[0] || null;
  }

  function flow(middle) {
    for (const each of middle.children) each.classList.remove("tight");
    for (const each of middle.children) Object.assign(each.style, { position: "", minWidth: "", left: "", top: "", width: "" });
  }

  // What is empty yet goes, and its room stays.
  function hold(middle) {
    reserve(middle, false);
    if (!place(middle)) flow(middle);
  }

  // --- all of it -----------------------------------------------------------------------------------

  // What does not fit is scrolled, where nothing of what has changed is in sight, and else stays in
  // its place in the window.
  function show(cloth) {
    const middle = cloth.querySelector(".mid"), here = middle.getBoundingClientRect(), by = here.top - held;
    held = here.top;
    middle.tabIndex = fits(middle) ? -1 : 0;
    if (fits(middle)) return;
    middle.scrollTop = scrolled + by / zoom;
    scrolled = middle.scrollTop;
    middle.addEventListener("scroll", () => { scrolled = middle.scrollTop; });
    const fresh = [...middle.querySelectorAll(".fresh")].filter(isDrawn).map((each) => each.getBoundingClientRect());
    if (!fresh.length || fresh.some((box) => box.bottom > here.top + box.height / 2 && box.top < here.bottom - box.height / 2)) return;
    const [{ top, bottom }] = fresh;
    middle.scrollTop += (top < here.top ? top - here.top - GAP : bottom - here.bottom + GAP) / zoom;
  }

  function lay(cloth) {
    const middle = cloth.querySelector(".mid");
    keepRoom(cloth);
    if (!isNew && roomy <= KEPT) {
      set(cloth);
      keepHeights(cloth);
      if (fits(cloth.querySelector(".seats")) && fits(cloth.querySelector(".player.you")) && (places.size || isInOneRow(middle)) && place(middle)) return;
    }
    flow(middle);
    if (roomy > KEPT) { isNew = true; size = own = roomy = 0; zoom = 1; heights.clear(); }
    if (isNew && !isNarrow()) expectLines(cloth);
    fit(cloth);
    if (mayRise) raise(cloth);
    mayRise = false;
    keepHeights(cloth);
    spread(cloth, middle);
    remember(middle);
    if (middle.querySelector(".later")) hold(middle);
  }

  function draw() {
    const part = document.getElementById("part"), cloth = part && part.querySelector(".cloth");
    if (!cloth) return;
    const now = `${innerWidth} ${innerHeight}`, isNext = part.dataset.mark !== mark;
    if (now !== room) {
      room = now; isNew = mayRise = true; size = own = wide = 0; isFolded = isNarrow() && cloth.querySelectorAll(".seats > .player").length > 1; isTall = isAside = isBanked = isStored = false; zoom = 1;
      heights.clear(); places.clear(); held = cloth.querySelector(".mid").getBoundingClientRect().top;
    }
    if (isNext) { mark = part.dataset.mark; states++; }
    lay(cloth);
    const middle = cloth.querySelector(".mid");
    if (isNext) roomy = (size && share(middle) < LOOSE) || isOwnLoose(cloth) ? roomy + 1 : 0;
    show(cloth);
  }

  document.addEventListener("table:drawn", draw);
  document.addEventListener("htmx:afterSwap", draw);
  addEventListener("resize", draw);
  draw();
})();
