// Sounds and notices at a table, and the list of keys. Sounds are made here, note by note; both are
// off until the reader wants them.
"use strict";
(function () {
  // What is heard: pitch in hertz, when it begins and how long it lasts, in seconds.
  const SOUNDS = {
    turn: [[660, 0, 0.12], [880, 0.13, 0.22]],
    card: [[240, 0, 0.05]],
    gain: [[523, 0, 0.08], [659, 0.07, 0.08], [784, 0.14, 0.16]],
    end: [[523, 0, 0.18], [659, 0.16, 0.18], [784, 0.32, 0.18], [1047, 0.48, 0.4]],
  };
  const LOUD = 0.12, RISE = 0.01;
  const byId = (id) => document.getElementById(id);
  let audio = null, last = state();

  function sound(name) {
    if (!window.comfort.get("sound")) return;
    audio ||= new AudioContext();
    if (audio.state === "suspended") audio.resume();
    document.documentElement.dataset.heard = name;
    for (const [pitch, from, lasts] of SOUNDS[name]) {
      const tone = audio.createOscillator(), volume = audio.createGain(), at = audio.currentTime + from;
      tone.type = "triangle";
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0, at);
      volume.gain.linearRampToValueAtTime(LOUD, at + RISE);
      volume.gain.exponentialRampToValueAtTime(0.001, at + lasts);
      tone.connect(volume).connect(audio.destination);
      tone.start(at);
      tone.stop(at + lasts);
    }
  }

  // What is heard of: whether one is asked, what one has, how many moves were told, whether it is over.
  function state() {
    const numbers = [...document.querySelectorAll(".player.you h3 .badge b")].map((each) => Number(each.textContent));
    const told = byId("moves");
    return {
      asked: Boolean(document.querySelector(".asked > #ask")),
      has: numbers.filter((each) => !isNaN(each)).reduce((sum, each) => sum + each, 0),
      moves: told ? told.dataset.moves : "[]",
      over: Boolean(document.querySelector("[data-end]")),
    };
  }

  function hear() {
    const now = state(), was = last;
    last = now;
    if (now.over && !was.over) sound("end");
    else if (now.asked && !was.asked) { sound("turn"); notify(); }
    else if (now.has > was.has) sound("gain");
    else if (now.moves !== was.moves && now.moves !== "[]") sound("card");
  }

  function notify() {
    if (!document.hidden || !window.comfort.get("notice") || !("Notification" in window) || Notification.permission !== "granted") return;
    const status = document.querySelector("#ask [data-status]");
    const notice = new Notification(document.querySelector(".bar h1").textContent, { body: status.textContent.trim(), tag: location.pathname });
    notice.onclick = () => { window.focus(); notice.close(); };
  }

  // Clocks count by the time of the server, whatever the clock of this computer says.
  const main = document.querySelector("[data-now]"), ahead = main ? Number(main.dataset.now) - Date.now() : 0;
  function count() {
    for (const each of document.querySelectorAll("[data-clock]")) {
      const left = Math.max(0, Number(each.dataset.clock) - ("runs" in each.dataset ? Date.now() + ahead : 0)) / 1000;
      const parts = left >= 3600 ? [left / 3600, (left / 60) % 60, left % 60] : [left / 60, left % 60];
      each.textContent = parts.map((part, at) => String(Math.floor(part)).padStart(at ? 2 : 1, "0")).join(":");
      each.classList.toggle("soon", "runs" in each.dataset && left < 10);
    }
  }
  setInterval(count, 500);
  count();

  document.addEventListener("table:drawn", () => { hear(); count(); });
  document.addEventListener("comfort:set", (event) => {
    if (event.detail === "sound") sound("turn");
    if (event.detail === "notice" && window.comfort.get("notice") && "Notification" in window) Notification.requestPermission();
  });

  const keys = byId("keys");
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-opens=keys]")) keys.showModal();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || event.target.closest("input, select, textarea, dialog")) return;
    event.preventDefault();
    keys.showModal();
  });
})();
