// Walks through a match: a time line, steps, turns, and playing on by itself. A step forth is shown
// as its moves, all others at once. Without it the same is done by links.
"use strict";
(function () {
  const bar = document.getElementById("replay"), steps = Number(bar.dataset.steps);
  const turns = bar.dataset.turns.split(" ").filter(Boolean).map(Number);
  const line = bar.querySelector("input"), play = bar.querySelector("[data-go=play]");
  const PAUSE = 900;  // milliseconds between two steps
  let place = Number(bar.dataset.place), wanted = place, asked = steps, isLoading = false, timer = 0;

  const to = {
    first: () => 0,
    last: () => steps - 1,
    back: () => wanted - 1,
    forth: () => wanted + 1,
    "turn-back": () => turns.filter((each) => each < wanted).pop() || 0,
    "turn-forth": () => turns.find((each) => each > wanted) ?? steps - 1,
  };

  function put(html) {
    document.getElementById("part").outerHTML = html;
  }

  function go(number) {
    wanted = Math.max(0, Math.min(number, steps - 1));
    line.value = wanted;
    bar.querySelector(".here").setAttribute("x", wanted + 0.5 - steps / 400);
    const said = bar.querySelector("output");
    said.textContent = said.dataset.says.replace("#", wanted + 1);
    line.setAttribute("aria-valuetext", said.textContent);
    if (!isLoading) load();
  }

  // While one step is fetched others are wanted: the last of them is the next.
  async function load() {
    isLoading = true;
    try {
      while (wanted !== place) {
        const number = wanted;
        const answer = await fetch(`${bar.dataset.path}${number}${bar.dataset.query}`, { headers: { "hx-request": "true" } });
        if (!answer.ok) return location.reload();
        const html = await answer.text();
        if (number !== place + 1) moves.skip();
        place = number;
        // whatever was before, what is asked for last is the news
        moves.hear(html.replace(/data-age="\d+"/, `data-age="${++asked}"`));
      }
      history.replaceState(null, "", `${bar.dataset.path}${place}${bar.dataset.query}`);
    } finally {
      isLoading = false;
    }
  }

  function run(does) {
    clearInterval(timer);
    timer = does ? setInterval(() => (wanted < steps - 1 ? isLoading || go(wanted + 1) : run(false)), PAUSE) : 0;
    play.textContent = does ? play.dataset.pause : play.dataset.play;
  }

  moves.begin(put);
  play.hidden = line.hidden = false;
  line.addEventListener("input", () => { run(false); go(Number(line.value)); });
  bar.addEventListener("click", (event) => {
    const button = event.target.closest("[data-go]"), turn = event.target.closest(".course a");
    if (!button && !turn) return;
    event.preventDefault();
    if (button === play) {
      if (!timer && wanted === steps - 1) go(0);
      return run(!timer);
    }
    run(false);
    const edge = bar.querySelector(".course").getBoundingClientRect();
    go(turn ? Math.floor(((event.clientX - edge.left) / edge.width) * steps) : to[button.dataset.go]());
  });
  const KEYS = { ArrowLeft: "back", ArrowRight: "forth", PageUp: "turn-back", PageDown: "turn-forth", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select, dialog")) return;
    const way = KEYS[event.key];
    if (event.key === " " && !event.target.closest("button, a, summary")) run(!timer);
    else if (way) { run(false); go(to[way]()); }
    else return;
    event.preventDefault();
  });
})();
