// Answer a query: which cards, in what order, and what is shown: see cardwright/apps/cards/query.py.

function find(data, text, lang) {
  try {
    return answered(data, text, lang);
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    const told = {
      message: error.message(lang), shown: error.shown(lang),
      at: error.span.start, end: error.span.end
    };
    return {rows: [], depends: [], show: [], error: told};
  }
}

function answered(data, text, lang) {
  const called = rowsCalled(text, data);
  if (called.length) return {rows: called, depends: [], show: [], error: null};
  boundGuesses();
  const query = readQuery(text);
  const parts = query.sort === 'both' ? query.parts : [query];
  const isDirective = each => {
    return each.sort === 'field' && LANGUAGE.directives.includes(fieldCalled(each.name));
  };
  const directives = parts.filter(isDirective);
  const asked = {sort: 'both', parts: parts.filter(each => !isDirective(each))};
  const fit = fitOfQuery(asked, data);
  const orders = [].concat(...directives.map(each => ordersOf(each, data)));
  const shows = [].concat(...directives.map(each => showsOf(each, data)));
  let rows = [];
  const depends = [];
  fit.sure.forEach((isIn, row) => {
    if (isIn) rows.push(row);
    else if (fit.possible[row]) depends.push(row);
  });
  for (const order of orders.reverse()) rows = sorted(rows, order);
  const show = shows.map(name => ({
    name: name, heading: headingOf(name, lang, data),
    cells: rows.map(cellsOf(name, lang, data))
  }));
  return {rows: rows, depends: depends, show: show, error: null};
}

// The cards that have a text for their id or name.
function rowsCalled(text, data) {
  const wanted = folded(text.trim());
  const found = [];
  if (!wanted) return found;
  data.heads.forEach((head, row) => {
    if (head.includes(wanted) && head.split('\n').includes(wanted)) found.push(row);
  });
  return found;
}

// The names behind a directive with their places.
function itemsOf(field) {
  if (field.sign !== ':') {
    throw new QueryError('directive-sign', field.signSpan, {option: field.name});
  }
  let at = field.value.span.start + (field.value.form !== 'word' ? 1 : 0);
  return field.value.text.split(',').map(item => {
    const span = spanOf(field.value.span.text, at, at + Math.max(1, item.length));
    at += item.length + 1;
    return [item, span];
  });
}

function columnNamed(name, span, data) {
  const known = fieldCalled(name);
  if (isField(known)) return known;
  const columns = attributesCalled(name, data);
  if (!columns.length) {
    throw fieldError(name, span, data, LANGUAGE.directives.concat([LANGUAGE.changed]));
  }
  const qualified = columns[0].kind + '.' + columns[0].name;
  return folded(name) === qualified ? qualified : columns[0].name;
}

// --- sort: ------------------------------------------------------------------------------------

function ordersOf(field, data) {
  if (fieldCalled(field.name) !== 'sort') return [];
  return itemsOf(field).map(([item, span]) => {
    const name = columnNamed(item.replace(/^-/, ''), span, data);
    return {places: placesOf(name, data), isFalling: item.startsWith('-')};
  });
}

// What cards are sorted by for a field; null for those that have nothing there.
function keysOf(name, data) {
  const asKey = text => [1, 0, text];
  if (name === 'id') return data.ids.map(asKey);
  if (name === 'name') return data.heads.map(head => asKey(head.split('\n', 2)[1] || ''));
  if (name === 'text') {
    const texts = data.texts[0].map(asKey);
    return data.texts[1].map(value => texts[value]);
  }
  if (isField(name)) {
    const [values, rows] = data.columns[name];
    const ranks = values.map(value => rankOf(value, []));
    return rows.map(value => value === ABSENT ? null : ranks[value]);
  }
  const keys = data.ids.map(() => null);
  for (const column of attributesCalled(name, data)) {
    const order = membersOf(column, data);
    const ranks = column.values.map(value => rankOf(value[0], order));
    column.rows.forEach((value, row) => {
      if (value !== ABSENT) keys[row] = ranks[value];
    });
  }
  return keys;
}

// What a value is sorted by: numbers before names, collections by their size.
function rankOf(value, order) {
  if (value === null || isLeftToMatch(value)) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return [0, Number(value), ''];
  if (typeof value === 'string') {
    return order.includes(value) ? [0, order.indexOf(value), ''] : [1, 0, value];
  }
  const isCounted = value.length === 3 && typeof value[1] === 'boolean';
  return isCounted ? [0, value[0], ''] : [1, value.length, namesIn(value).join('\n')];
}

function namesIn(value) {
  return [].concat(...value.map(each => Array.isArray(each) ? namesIn(each) : [String(each)]));
}

// For each card its place in the order of a field, alike ones at one; -1 for those without a value.
function placesOf(name, data) {
  return madeOnce('sort ' + name, data, () => {
    const keys = keysOf(name, data);
    const isPlain = !keys.some(key => key !== null && hasHalves(key[2]));
    const compareTexts = isPlain ? (one, other) => one < other ? -1 : Number(one > other) : byLetters;
    const compare = (one, other) => {
      return one[0] - other[0] || one[1] - other[1] || compareTexts(one[2], other[2]);
    };
    const rows = Array.from(keys.keys()).filter(row => keys[row] !== null);
    rows.sort((one, other) => compare(keys[one], keys[other]));
    const places = new Int32Array(keys.length).fill(-1);
    rows.forEach((row, at) => {
      const isAlike = at > 0 && compare(keys[rows[at - 1]], keys[row]) === 0;
      places[row] = isAlike ? places[rows[at - 1]] : at;
    });
    return places;
  });
}

function sorted(rows, order) {
  const places = order.places;
  const having = rows.filter(row => places[row] >= 0);
  const sign = order.isFalling ? -1 : 1;
  having.sort((one, other) => sign * (places[one] - places[other]));
  return having.concat(rows.filter(row => places[row] < 0));
}

// --- show: ------------------------------------------------------------------------------------

function showsOf(field, data) {
  if (fieldCalled(field.name) !== 'show') return [];
  return itemsOf(field).map(([item, span]) => columnNamed(item, span, data));
}

function headingOf(name, lang, data) {
  if (isField(name)) return worded(LANGUAGE.fields[name].called, lang);
  const columns = attributesCalled(name, data);
  return columns.length ? worded(columns[0].shown, lang) : name;
}

// What says what is shown of a card, by its row, in the column of a field.
function cellsOf(name, lang, data) {
  if (name === 'id') return row => data.ids[row];
  if (name === 'name' || name === 'text') {
    const cells = data.shown[lang] || data.shown[LANGUAGE.languages[0]];
    return columnCells(cells[name === 'name' ? 0 : cells.length - 1], value => value);
  }
  if (isField(name)) {
    return columnCells(data.columns[name], value => inWords(name, value, data));
  }
  const shown = attributesCalled(name, data).map(column => columnCells(
    [column.values, column.rows], value => value[0] === null ? '' : worded(value.slice(1), lang)
  ));
  return row => shown.map(cellAt => cellAt(row)).find(cell => cell !== '') || '';
}

// As above, each different value said once.
function columnCells([values, rows], say) {
  const said = values.map(say);
  return row => rows[row] === ABSENT ? '' : said[rows[row]];
}

function inWords(name, value, data) {
  if (typeof value === 'number') return String(value);
  const keys = LANGUAGE.deeds.includes(name) ? value.map(each => each[0]) : value;
  return Array.from(new Set(keys.map(key => labelOf(key, data)))).join(', ');
}
