// Finds room for everything on a table: how large cards are, which players are folded to numbers,
// and which zones keep their room though they are empty. Without it cards have one size.
"use strict";
(function () {
  const SIZES = [112, 104, 96, 88, 80, 74, 68, 62, 58, 52, 46, 40, 34, 28];
  const WIDE = [2, 1.7, 1.4, 1.2, 1, 0.8, 0.6];  // places without cards, in widths of cards
  const READABLE = 58;  // below this texts of a face are too small
  const LABELLED = 74;  // below this a card shows its numbers without what they are called
  const THEIRS = 0.66;  // cards of others are so much smaller
  const KEPT = 12;      // so many states a zone keeps its room after its last card has gone
  const SPARE = 0.8;    // a new size leaves room for what comes: the middle takes this share of its room
  const MOST = 5;       // more cards than that keep no room
  const zones = new Map(), heights = new Map();
  let isNew = true, scrolled = 0, size = 0, isFolded = false, states = 0, mark = "", room = "";

  function keepRoom(cloth) {
    const players = cloth.querySelectorAll(".player").length;
    for (const zone of cloth.querySelectorAll(".mid > .area, .you > .areas > .area")) {
      const key = zone.dataset.area, cards = zone.querySelectorAll(":scope > .cards > li").length;
      const was = zones.get(key) || { most: 0, last: -KEPT - 1 };
      // where people have put cards, each of them may
      const room = zone.querySelector(":scope > .cards > li > .by") ? Math.max(cards, players) : cards;
      if (cards) { was.last = states; was.most = Math.max(was.most, Math.min(room, MOST)); }
      else if (states - was.last > KEPT) was.most = 0;
      zones.set(key, was);
      zone.classList.toggle("kept", was.most > 0);
      zone.style.setProperty("--n", was.most);
    }
  }

  const fits = (box) => !box || (box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1);

  function share(middle) {
    const top = middle.getBoundingClientRect().top - middle.scrollTop;
    return Math.max(0, ...[...middle.children].map((each) => each.getBoundingClientRect().bottom - top)) / middle.clientHeight;
  }

  // Take the next smaller size until all fits; one's own cards stay readable as long as they may.
  function shrink(cloth, least) {
    const first = isNew ? -1 : size;
    const [middle, others, own] = [".mid", ".seats", ".player.you"].map((each) => cloth.querySelector(each));
    const wides = cloth.querySelector(".board:not(:has(.inner, .card, .slot, .middle))") ? WIDE : [1];
    for (; ; size++) {
      cloth.style.setProperty("--big", SIZES[size] + "px");
      cloth.classList.toggle("small", SIZES[size] < LABELLED);
      middle.classList.toggle("tiny", SIZES[size] < READABLE);
      others.classList.toggle("tiny", THEIRS * SIZES[size] < READABLE);
      for (const each of SIZES) {
        if (each > Math.max(SIZES[size], Math.min(READABLE + 4, 1.5 * SIZES[size]))) continue;
        cloth.style.setProperty("--own", each + "px");
        if (own) own.classList.toggle("tiny", each < READABLE);
        if (fits(own)) break;
      }
      for (const wide of wides) {
        cloth.style.setProperty("--wide", wide);
        if (fits(middle) && fits(others) && (size === first || share(middle) <= SPARE)) { isNew = false; return true; }
      }
      if (size + 1 >= SIZES.length || SIZES[size + 1] < least) return false;
    }
  }

  function fit(cloth) {
    const others = cloth.querySelector(".seats");
    const fold = (does) => { isFolded = does; others.classList.toggle("folded", does); };
    fold(isFolded);
    if (shrink(cloth, READABLE)) return;
    if (!isFolded) { fold(true); size = 0; if (shrink(cloth, READABLE)) return; }
    shrink(cloth, 0);
    isNew = false;
  }

  // What was high stays as high, or all below and above it would move.
  function keepHeights(cloth) {
    const name = (box) => box.dataset.area || box.className.split(" ")[0] || box.rowIndex + box.closest("[data-board]").dataset.board;
    for (const box of cloth.querySelectorAll(":scope > :is(.now, .seats, .you), .mid > .area.kept, .grid tr")) {
      const key = `${name(box)} ${size} ${isFolded}`;
      heights.set(key, Math.max(heights.get(key) || 0, box.offsetHeight));
      box.style[box.rowIndex === undefined ? "minHeight" : "height"] = heights.get(key) + "px";
    }
    if (!fits(cloth.querySelector(".mid"))) shrink(cloth, 0);
  }

  function show(cloth) {
    const middle = cloth.querySelector(".mid"), fresh = [...middle.querySelectorAll(".fresh")].pop();
    middle.tabIndex = fits(middle) ? -1 : 0;
    if (fits(middle)) return;
    middle.scrollTop = scrolled;
    middle.addEventListener("scroll", () => { scrolled = middle.scrollTop; });
    if (!fresh) return;
    const [here, there] = [middle.getBoundingClientRect(), fresh.getBoundingClientRect()];
    if (there.top < here.top || there.bottom > here.bottom) middle.scrollTop += there.top - here.top - (here.height - there.height) / 2;
  }

  function draw() {
    const part = document.getElementById("part"), cloth = part && part.querySelector(".cloth");
    if (!cloth) return;
    const now = `${innerWidth} ${innerHeight}`;
    if (now !== room) { room = now; isNew = true; size = 0; isFolded = innerWidth < 600; heights.clear();
      for (const box of cloth.querySelectorAll("[style*=eight]")) box.style.height = box.style.minHeight = ""; }
    if (part.dataset.mark !== mark) { mark = part.dataset.mark; states++; }
    keepRoom(cloth);
    fit(cloth);
    keepHeights(cloth);
    show(cloth);
  }

  document.addEventListener("table:drawn", draw);
  document.addEventListener("htmx:afterSwap", draw);
  addEventListener("resize", draw);
  draw();
})();
