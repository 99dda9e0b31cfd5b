// Hints in a first match: what glows, where the rules are, what the tray does, how a card is seen
// large. Each is said once, when it is about something that is there, and the browser remembers it.
"use strict";
(function () {
  const SEEN = "hinted", hint = document.getElementById("hint");
  // What each is about. One is said with a question, the next with the next.
  const ABOUT = [["tray", ".tray .pick, .stepper"], ["lit", ".cloth .can"], ["drag", ".you .face.can"], ["rules", "[data-drawer]"], ["large", ".cloth [data-face]"]];
  let mark = "";

  const seen = () => window.comfort.get(SEEN) || [];

  function close() {
    hint.hidden = true;
    for (const each of document.querySelectorAll(".hinted")) each.classList.remove("hinted");
  }

  function say() {
    const form = document.getElementById("answer"), asked = form ? form.elements.mark.value : "";
    if (asked === mark) return;  // as long as a question stands so does its hint
    mark = asked;
    close();
    if (!asked || window.comfort.get("hints") === false) return;
    const next = ABOUT.find(([name, about]) => !seen().includes(name) && document.querySelector(about));
    if (!next) return;
    const [name, about] = next;
    window.comfort.keep(SEEN, [...seen(), name]);
    hint.querySelector("span").textContent = hint.dataset[name];
    hint.hidden = false;
    document.querySelector(about).classList.add("hinted");
  }

  if (!hint) return;
  hint.querySelector("button").addEventListener("click", close);
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });
  document.addEventListener("table:drawn", say);
  document.addEventListener("comfort:set", (event) => { if (event.detail === "hints" && !window.comfort.get("hints")) close(); });
  say();
})();
