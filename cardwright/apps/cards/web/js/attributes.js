// Test the attributes of cards: see cardwright/apps/cards/fields.py.

const COMPARISONS = {
  ':': (one, other) => one === other,
  '!=': (one, other) => one !== other,
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other
};
const EQUAL = [':', '!='];
const UNITS = ['bag', 'amount'];

function splitKey(of) {
  const at = of.indexOf(':');
  return at < 0 ? [of, ''] : [of.slice(0, at), of.slice(at + 1)];
}

function membersOf(column, data) {
  const name = splitKey(column.of)[1];
  return hasOwn(data.members, name) ? data.members[name] : [];
}

function attributeFit(field, columns, data) {
  const text = field.value.text;
  const wanted = [];
  for (const column of columns) {
    const value = valueRead(text, column, data);
    if (value !== undefined) wanted.push([column, value]);
  }
  const printed = wanted.length || !EQUAL.includes(field.sign) ? null : printedFit(field, columns);
  if (printed) return printed;
  if (!wanted.length) {
    const names = [].concat(...columns.map(column => valueNames(column, data)));
    throw new QueryError('value', field.value.span, {
      word: text, option: field.name, all: few(names), guess: nearest(text, names)
    });
  }
  if (!EQUAL.includes(field.sign) && !wanted.some(pair => hasOrder(pair[0], pair[1]))) {
    throw new QueryError('sign', field.signSpan, {word: field.sign, option: field.name});
  }
  return wanted.map(([column, value]) => columnFit(column, field.sign, value, data))
    .reduce((one, other) => merged(one, other, false));
}

// The cards with an attribute that is printed so; null where none is. `gold=2` is `2 gold`.
function printedFit(field, columns) {
  const counted = /^([^\s=:]+)\s*[=:]\s*([0-9]+)$/.exec(field.value.text);
  const wanted = listed(counted ? counted[2] + ' ' + counted[1] : field.value.text);
  const alike = columns.map(column => {
    return column.values.map(each => each.slice(1).some(words => listed(words) === wanted));
  });
  if (!alike.some(each => each.includes(true))) return null;
  return columns.map((column, at) => {
    return fitOf(rowsWith(column.rows, alike[at].map(each => each === (field.sign === ':'))));
  }).reduce((one, other) => merged(one, other, false));
}

function hasOrder(column, wanted) {
  const isOrdered = column.of === 'int' || column.of.startsWith('member:');
  return isUnits(wanted) || (column.shape === 'one' && isOrdered);
}

function isUnits(wanted) {
  return wanted !== null && typeof wanted === 'object' && 'units' in wanted;
}

function isOpen(wanted) {
  return wanted !== null && typeof wanted === 'object' && 'open' in wanted;
}

// What a text means as a value of an attribute; undefined: nothing.
function valueRead(text, column, data) {
  const word = folded(text);
  const {of, shape} = column;
  const isBool = hasOwn(LANGUAGE.bools, word);
  const isShort = digits => isNumber(digits) && digits.length <= LANGUAGE.limits.digits;
  if (column.maybe && LANGUAGE.nones.includes(word)) return null;
  if (shape === 'effect') return isBool ? (LANGUAGE.bools[word] ? true : null) : undefined;
  if (UNITS.includes(shape) && isShort(word)) return {units: Number(word)};
  if (shape === 'amount' && LANGUAGE.any.includes(word)) return {open: true};
  if (shape === 'texts') return column.values.some(each => hasText(each[0], word)) ? word : undefined;
  if (of === 'int') return isShort(word.replace(/^-/, '')) ? Number(word) + 0 : undefined;
  if (of === 'bool') return isBool ? LANGUAGE.bools[word] : undefined;
  return valueNamed(text, of, data);
}

// The id of the member or card that is called so.
function valueNamed(text, of, data) {
  const [head, name] = splitKey(of);
  const start = head === 'member' ? 'member:' + name + '.' : 'card:';
  const found = Array.from(keysCalled(text, [head], data)).filter(key => key.startsWith(start));
  return found.length ? found.sort(byLetters)[0].slice(start.length) : undefined;
}

function valueNames(column, data) {
  const {of, shape} = column;
  const head = splitKey(of)[0];
  let found = [];
  if (head === 'member') found = found.concat(membersOf(column, data));
  else if (head === 'card') found = Array.from(shownNames(['card'], data));
  if (shape === 'effect') found.push('yes');
  else if (shape === 'texts') found.push(...new Set(column.values.map(each => each[1])));
  else if (of === 'bool') found.push('true', 'false');
  else if (of === 'int' || UNITS.includes(shape)) found.push('0', '1', '2');
  if (shape === 'amount') found.push('any');
  const printed = UNITS.includes(shape) ? column.values.map(each => each[1]).filter(each => each) : [];
  found.push(...printed.slice(0, 1).map(each => '"' + each + '"'));
  if (column.maybe) found.push('none');
  return found;
}

// Whether one of the texts of a card has a word in it.
function hasText(value, word) {
  return value[2].some(said => says(said, word));
}

function isLeftToMatch(value) {
  return value !== null && typeof value === 'object' && value.depends === true;
}

// The rows whose value compares as asked, each different value tried once.
function columnFit(column, sign, wanted, data) {
  const test = valueTest(column.shape, sign, wanted, membersOf(column, data));
  const sure = column.values.map(each => !isLeftToMatch(each[0]) && test(each[0]));
  const possible = column.values.map((each, at) => isLeftToMatch(each[0]) || sure[at]);
  const rows = rowsWith(column.rows, sure);
  const isPlain = sure.every((each, at) => each === possible[at]);
  return {sure: rows, possible: isPlain ? rows : rowsWith(column.rows, possible)};
}

function valueTest(shape, sign, wanted, order) {
  const compare = COMPARISONS[sign];
  if (isUnits(wanted)) return value => value !== null && compare(value[0], wanted.units);
  if (isOpen(wanted)) return value => value !== null && value[1] === (sign === ':');
  if (shape === 'texts') return value => hasText(value, wanted) === (sign === ':');
  if (shape !== 'one' && shape !== 'effect' && wanted !== null) {
    return value => (value !== null && value[2].includes(wanted)) === (sign === ':');
  }
  const isEqual = EQUAL.includes(sign);
  if (order.length && !isEqual) {
    return value => value !== null && wanted !== null &&
      compare(order.indexOf(value), order.indexOf(wanted));
  }
  return value => ((value !== null && wanted !== null) || isEqual) && compare(value, wanted);
}
