// Which fields a query has, and what can be written for each: see cardwright/apps/cards/fields.py.

const ABSENT = -1;

function fieldCalled(name) {
  const wanted = joined(name);
  return hasOwn(LANGUAGE.called, wanted) ? LANGUAGE.called[wanted] : null;
}

function isField(name) {
  return name !== null && hasOwn(LANGUAGE.fields, name);
}

function attributesCalled(name, data) {
  const wanted = joined(name);
  return data.attributes.filter(each => each.called.includes(wanted));
}

function fieldNames(data) {
  const own = data.attributes.map(each => each.name);
  const general = Object.keys(LANGUAGE.fields).concat([LANGUAGE.changed], LANGUAGE.directives);
  return Array.from(new Set(general.concat(own)));
}

// The keys of some sorts with what is shown for each and all that can be written.
function* labelsWith(heads, data) {
  for (const head of new Set(heads)) {
    if (hasOwn(data.labels, head)) yield* labelRows(head, data).rows;
  }
}

const MADE = new WeakMap();

// What is worked out of a page's cards once.
function madeOnce(name, data, make) {
  if (!MADE.has(data)) MADE.set(data, new Map());
  const known = MADE.get(data);
  if (!known.has(name)) known.set(name, make());
  return known.get(name);
}

// The keys of a sort in rows, and by all their names.
function labelRows(head, data) {
  return madeOnce('labels ' + head, data, () => {
    const labels = data.labels[head];
    const rows = Object.keys(labels).map(key => [key, labels[key][0], labels[key][1]]);
    const named = new Map();
    for (const [key, , names] of rows) {
      for (const name of names) {
        if (named.has(name)) named.get(name).push(key);
        else named.set(name, [key]);
      }
    }
    return {rows: rows, named: named};
  });
}

// Work out what queries ask for again and again, so that the first is as quick as the others.
function prepare(data) {
  Object.keys(data.labels).forEach(head => labelRows(head, data));
  ['id', 'name'].forEach(name => placesOf(name, data));
}

function keysCalled(text, heads, data) {
  const wanted = joined(text);
  const known = heads.filter(head => hasOwn(data.labels, head));
  return new Set([].concat(...known.map(head => labelRows(head, data).named.get(wanted) || [])));
}

// The events in whose words a text stands: no single letter.
function keysSaying(text, heads, data) {
  const wanted = joined(text);
  if (isShort(wanted) || !heads.includes('event')) {
    return new Set();
  }
  const keys = Object.keys(data.called);
  return new Set(keys.filter(key => data.called[key].some(each => each.includes(wanted))));
}

function* shownNames(heads, data) {
  for (const [, shown] of labelsWith(heads, data)) yield shown;
}

function* writtenNames(heads, data) {
  for (const [, , names] of labelsWith(heads, data)) yield* names;
}

function labelOf(key, data) {
  const head = key.slice(0, key.indexOf(':'));
  const labels = hasOwn(data.labels, head) ? data.labels[head] : {};
  return hasOwn(labels, key) ? labels[key][0] : key.slice(head.length + 1);
}

// --- which cards fit: for sure, and as a match may go ---------------------------------------

function fitOf(rows) {
  return {sure: rows, possible: rows};
}

function noRows(data) {
  return new Uint8Array(data.ids.length);
}

function allRows(data) {
  return noRows(data).fill(1);
}

function rowsOf(numbers, data) {
  const found = noRows(data);
  for (const row of numbers) found[row] = 1;
  return found;
}

// The rows that have one of some values, each told by its number.
function rowsWith(rows, isChosen) {
  const found = new Uint8Array(rows.length);
  for (let row = 0; row < rows.length; row++) {
    if (rows[row] !== ABSENT && isChosen[rows[row]]) found[row] = 1;
  }
  return found;
}

function merged(one, other, isBoth) {
  const merge = (first, second) => {
    const found = new Uint8Array(first.length);
    for (let row = 0; row < found.length; row++) {
      found[row] = isBoth ? first[row] & second[row] : first[row] | second[row];
    }
    return found;
  };
  const sure = merge(one.sure, other.sure);
  const isPlain = one.sure === one.possible && other.sure === other.possible;
  return {sure: sure, possible: isPlain ? sure : merge(one.possible, other.possible)};
}

function opposite(fit) {
  const sure = fit.possible.map(each => 1 - each);
  return {sure: sure, possible: fit.sure === fit.possible ? sure : fit.sure.map(each => 1 - each)};
}
