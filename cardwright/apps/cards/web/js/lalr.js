// Read a text by the tables of the grammar, which lark has made: see cardwright/apps/cards/lalr.py.

function Unexpected(at) {
  this.at = at;
}

const TERMINALS = LANGUAGE.grammar.terminals.map(
  ([name, text, anyCase]) => ({name: name, pattern: new RegExp(text, anyCase ? 'iuy' : 'uy')})
);

function tokenFound(text, at, state) {
  const allowed = LANGUAGE.grammar.states[state];
  for (const each of TERMINALS) {
    if (!hasOwn(allowed, each.name) && !LANGUAGE.grammar.ignored.includes(each.name)) continue;
    each.pattern.lastIndex = at;
    const found = each.pattern.exec(text);
    if (found) return {type: each.name, text: found[0], start: at, end: at + found[0].length};
  }
  throw new Unexpected(at);
}

function tokenAt(text, start, state) {
  let at = start;
  while (at < text.length) {
    const found = tokenFound(text, at, state);
    if (!LANGUAGE.grammar.ignored.includes(found.type)) return found;
    at = found.end;
  }
  return {type: '$END', text: '', start: at, end: at};
}

function parse(text, build) {
  const tables = LANGUAGE.grammar;
  const states = [tables.start];
  const values = [];
  let token = tokenAt(text, 0, tables.start);
  for (;;) {
    const row = tables.states[states[states.length - 1]];
    if (!hasOwn(row, token.type)) throw new Unexpected(token.type === '$END' ? null : token.start);
    const step = row[token.type];
    if (step >= 0) {
      states.push(step);
      values.push(token);
      token = tokenAt(text, token.end, step);
      continue;
    }
    const [rule, name, size, kept, spread] = tables.rules[-1 - step];
    const parts = values.splice(values.length - size, size);
    states.splice(states.length - size, size);
    const made = partsKept(parts, kept, spread);
    values.push(name === '_' ? made : name === '' ? made[0] : build(name, made));
    states.push(tables.states[states[states.length - 1]][rule]);
    if (states[states.length - 1] === tables.end) return values[values.length - 1];
  }
}

function partsKept(parts, kept, spread) {
  const found = [];
  for (const at of kept) {
    if (spread.includes(at)) found.push.apply(found, parts[at]);
    else found.push(parts[at]);
  }
  return found;
}
