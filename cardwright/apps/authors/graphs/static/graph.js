"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const at = id => document.getElementById(id);
  const nodes = new Map(data.nodes.map(node => [node.id, node]));
  const links = new Map(data.nodes.map(node => [node.id, []]));
  for (const edge of data.edges)
    for (const end of new Set([edge[0], edge[1]])) links.get(end).push(edge);
  const column = {phase: 0, end: 0, action: 1, card: 2, kind: 2, event: 4, value: 5, attribute: 5, state: 5, zone: 5};
  const MOST_AT_ONCE = 8, MOST_FOUND = 30, WIDTH = 190, GAP = 130;
  const shown = new Set();

  const make = (tag, text, className) => {
    const element = document.createElement(tag);
    if (text !== undefined) element.textContent = text;
    if (className) element.className = className;
    return element;
  };
  const columns = text => [...text].reduce((sum, each) => sum + (each > "\u2e7f" ? 2 : 1), 0);
  const foldable = text => text.replace(/([\u2e80-\uffff])(?=[\u2e80-\uffff])/g, "$1\u200b");
  const height = text => 18 + 17 * Math.ceil(columns(text) / 23);
  const ink = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  const cy = cytoscape({container: at("graph"), minZoom: 0.05, maxZoom: 3, boxSelectionEnabled: false});
  function paint() {
    cy.style([
      {selector: "node", style: {label: "data(label)", "text-wrap": "wrap", "text-max-width": WIDTH - 16, "text-overflow-wrap": "whitespace",
        "text-valign": "center", "font-size": 13, color: "#222", shape: "round-rectangle", width: WIDTH, height: "data(height)",
        "background-color": "data(fill)", "border-color": "data(line)", "border-width": 1.5}},
      {selector: "node[sort = 'end']", style: {color: "#fff"}},
      {selector: "node[?pile]", style: {"border-style": "double", "border-width": 4}},
      {selector: "edge", style: {width: 1.6, "curve-style": "bezier", "line-color": "data(colour)", "line-style": "data(dash)",
        "target-arrow-color": "data(colour)", "target-arrow-shape": "triangle", "arrow-scale": 0.9}},
      {selector: "edge[kind = 'bears']", style: {"line-color": ink("--ink"), "target-arrow-color": ink("--ink")}},
      {selector: "edge.bent", style: {"curve-style": "unbundled-bezier", "control-point-distances": WIDTH * 0.75, "control-point-weights": 0.5}},
      {selector: ".faded", style: {opacity: 0.35}},
      {selector: "node:selected", style: {"border-width": 4, "border-color": ink("--accent")}},
    ]);
  }

  function add(ids) {
    for (const id of ids) {
      if (shown.has(id) || !nodes.has(id)) continue;
      const node = nodes.get(id), [fill, line] = data.sorts[node.sort];
      shown.add(id);
      cy.add({data: {id, label: foldable(node.name), sort: node.sort, fill, line, height: height(node.name), pile: Boolean(node.members)}});
      for (const [one, other, kind] of links.get(id)) {
        const key = `${one} ${kind} ${other}`;
        if (one === other || !shown.has(one) || !shown.has(other) || cy.getElementById(key).nonempty()) continue;
        const [colour, dash] = data.kinds[kind];
        cy.add({data: {id: key, source: one, target: other, colour, dash, kind}});
      }
    }
    arrange();
    legend();
  }

  /* Columns from left to right: phases, actions, cards, rules, events, what they look at. In each
     the order follows the mean height of the neighbours in the columns before. */
  function arrange() {
    const rows = [[], [], [], [], [], []];
    cy.nodes().forEach(node => { rows[column[node.data("sort")] ?? 3].push(node); });
    const order = new Map(data.nodes.map((node, place) => [node.id, place]));
    const y = new Map();
    let left = 0;
    for (const row of rows.filter(each => each.length)) {
      const mean = node => {
        const known = node.neighborhood("node").filter(each => y.has(each.id())).map(each => y.get(each.id()));
        return known.length ? known.reduce((a, b) => a + b, 0) / known.length : 0;
      };
      const means = new Map(row.map(node => [node.id(), y.size ? mean(node) : 0]));
      row.sort((a, b) => means.get(a.id()) - means.get(b.id()) || order.get(a.id()) - order.get(b.id()));
      let top = -row.reduce((sum, node) => sum + node.data("height") + 16, 0) / 2;
      for (const node of row) {
        const middle = top + node.data("height") / 2;
        node.position({x: left, y: middle});
        y.set(node.id(), middle);
        top += node.data("height") + 16;
      }
      left += WIDTH + GAP;
    }
    cy.edges().forEach(edge => {
      const from = edge.source().position(), to = edge.target().position();
      const isFar = edge.data("kind") === "loop" || Math.abs(from.y - to.y) > 80;
      edge.toggleClass("bent", from.x === to.x && isFar);
    });
  }

  function legend() {
    const list = document.querySelector("#legend ul");
    const has = key => new Set(cy.elements().map(each => each.data(key)));
    const sorts = has("sort"), kinds = has("kind");
    list.replaceChildren();
    for (const [name, [fill, line, words]] of Object.entries(data.sorts)) {
      if (!sorts.has(name)) continue;
      const row = make("li"), mark = make("i");
      mark.style.background = fill; mark.style.borderColor = line;
      row.append(mark, make("span", words));
      list.append(row);
    }
    for (const [name, [colour, dash, words]] of Object.entries(data.kinds)) {
      if (!kinds.has(name)) continue;
      const row = make("li"), mark = make("i", undefined, "line");
      mark.style.borderColor = name === "bears" ? "currentColor" : colour; mark.style.borderStyle = dash;
      row.append(mark, make("span", words));
      list.append(row);
    }
  }

  const hiddenAround = id => [...new Set(links.get(id).flatMap(([one, other]) => [one, other]))].filter(each => !shown.has(each));

  /* Show a node, what is next to it where that is little, and all there is to know of it. */
  function choose(id) {
    const before = shown.has(id) ? cy.getElementById(id).renderedPosition() : null;
    const hidden = hiddenAround(id);
    add(hidden.length <= MOST_AT_ONCE ? [id, ...hidden] : [id]);
    mark(id);
    hold(id, before);
    about(id);
  }
  function expand(id, ids) {
    const before = cy.getElementById(id).renderedPosition();
    add(ids); mark(id); hold(id, before); about(id);
  }
  function mark(id) {
    const node = cy.getElementById(id);
    cy.elements().unselect().removeClass("faded");
    node.select();
    cy.elements().difference(node.closedNeighborhood()).addClass("faded");
  }
  function hold(id, before) {
    const node = cy.getElementById(id);
    if (!before) { cy.center(node); return; }
    const now = node.renderedPosition();
    cy.panBy({x: before.x - now.x, y: before.y - now.y});
  }

  function about(id) {
    const node = nodes.get(id), panel = at("about");
    panel.replaceChildren(make("h2", node.name));
    if (node.other && node.other !== node.name) panel.append(make("p", node.other, "soft"));
    panel.append(make("p", node.about));
    if (!node.members) { const p = make("p"); p.append(make("code", id)); panel.append(p); }
    if (node.place) { const p = make("p"); p.append(make("code", node.place)); panel.append(p); }
    for (const line of node.text ?? []) panel.append(make("p", line));
    const hidden = hiddenAround(id);
    if (hidden.length) {
      const all = make("button", data.words.all.replace("{number}", hidden.length));
      all.addEventListener("click", () => expand(id, hidden));
      panel.append(all);
    }
    if (node.members) named(panel, data.words.members, node.members, id);
    const ends = new Map();
    for (const [one, other, kind] of links.get(id)) {
      const key = one === id ? `to-${kind}` : `from-${kind}`;
      ends.set(key, [...(ends.get(key) ?? []), one === id ? other : one]);
    }
    for (const [key, list] of ends) named(panel, data.words[key], list, id);
    if (node.steps?.length) {
      panel.append(make("h3", data.words.steps));
      const list = make("ol");
      for (const step of node.steps) { const row = make("li"); row.append(make("code", step)); list.append(row); }
      panel.append(list);
    }
  }
  function named(panel, title, ids) {
    const list = make("ul");
    for (const id of new Set(ids)) {
      const button = make("button", nodes.get(id).name), row = make("li");
      button.addEventListener("click", () => choose(id));
      row.append(button); list.append(row);
    }
    panel.append(make("h3", title), list);
  }

  function look() {
    const words = at("search").value.toLowerCase().split(/[\s\u3000]+/).filter(Boolean);
    const hits = words.length ? data.nodes.filter(node => words.every(each => node.find.includes(each))) : [];
    const weight = node => (node.find.split("\n").some(each => each === words.join(" ")) ? 0 : node.sort === "card" ? 1 : 2);
    hits.sort((a, b) => weight(a) - weight(b));
    const list = at("found");
    list.replaceChildren(...hits.slice(0, MOST_FOUND).map(node => {
      const row = make("li"), button = make("button", `${node.name} `);
      button.append(make("small", `${data.sorts[node.sort][2]} · ${node.id}`));
      button.addEventListener("click", () => { list.hidden = true; choose(node.id); });
      row.append(button);
      return row;
    }));
    if (words.length && !hits.length) list.append(make("li", data.words.none));
    list.hidden = !words.length;
  }

  function begin() {
    cy.elements().remove();
    shown.clear();
    add(data.start);
    if (data.focus) { mark(data.focus); about(data.focus); }
    cy.fit(cy.elements(), 30);
  }
  const zoom = factor => cy.zoom({level: cy.zoom() * factor, renderedPosition: {x: cy.width() / 2, y: cy.height() / 2}});

  cy.on("tap", "node", event => choose(event.target.id()));
  cy.on("tap", event => { if (event.target === cy) cy.elements().unselect().removeClass("faded"); });
  at("search").addEventListener("input", look);
  at("search").addEventListener("keydown", event => {
    if (event.key === "Enter") at("found").querySelector("button")?.click();
    if (event.key === "Escape") at("found").hidden = true;
  });
  at("start").addEventListener("click", begin);
  at("fit").addEventListener("click", () => cy.fit(cy.elements(), 30));
  at("closer").addEventListener("click", () => zoom(1.3));
  at("farther").addEventListener("click", () => zoom(1 / 1.3));
  at("theme").addEventListener("click", () => {
    const dark = getComputedStyle(document.documentElement).colorScheme === "dark";
    document.documentElement.dataset.theme = dark ? "light" : "dark";
    paint();
  });
  paint();
  begin();
  document.documentElement.dataset.ready = "yes";
})();
