// What translated Python brings along: `$len` is its `len`, `$_join` its method `join`.
// Letters are counted as Python does, whole ones; lists and tuples are arrays, None is null.

const $Ellipsis = {};
const $str = thing => thing === null ? 'None' : String(thing);
const $int = text => Number(text);
const $bool = thing => Boolean(thing && thing.length !== 0 && thing.size !== 0);
const $list = things => things === undefined ? [] : [...$iter(things)];
const $tuple = $list;
const $set = things => new Set(things === undefined ? [] : $iter(things));
const $frozenset = $set;
const $dict = things => new Map(things);
class $LookupError {}

const $letters = text => /[\ud800-\udfff]/.test(text) ? Array.from(text) : text;
const $iter = things => things instanceof Map ? things.keys() : things;
const $len = things => typeof things === 'string' ? $letters(things).length : things.length ?? things.size;
const $any = things => [...$iter(things)].some($bool);
const $all = things => [...$iter(things)].every($bool);
const $sum = things => [...things].reduce((one, other) => one + Number(other), 0);
const $abs = Math.abs;
const $bisect_right = (things, each) => things.filter(other => other <= each).length;
const $ord = letter => letter.codePointAt(0);
const $reversed = things => [...things].reverse();
function* $range(first, end, step = 1) {
  const [from, to] = end === undefined ? [0, first] : [first, end];
  for (let at = from; step > 0 ? at < to : at > to; at += step) yield at;
}

const $min = (...things) => Math.min(...(things.length > 1 ? things : things[0]));
const $max = (...things) => Math.max(...(things.length > 1 ? things : things[0]));

function* $map(make, ...rows) {
  if (rows.length > 1) for (const each of $zip(...rows)) yield make(...each);
  else for (const each of $iter(rows[0])) yield make(each);
}
function* $filter(fits, things) {
  for (const each of $iter(things)) if ($bool(fits === null ? each : fits(each))) yield each;
}
function* $enumerate(things, at = 0) {
  for (const each of $iter(things)) yield [at++, each];
}
function* $zip(...rows) {
  const all = rows.map(row => $iter(row)[Symbol.iterator]());
  for (;;) {
    const next = all.map(row => row.next());
    if (next.some(each => each.done)) return;
    yield next.map(each => each.value);
  }
}
function $next(things, fallback) {
  const {done, value} = $iter(things)[Symbol.iterator]().next();
  return done ? fallback : value;
}

function $isinstance(thing, of) {
  if (Array.isArray(of)) return of.some(each => $isinstance(thing, each));
  if (of === $str) return typeof thing === 'string';
  if (of === $int) return typeof thing === 'number' || typeof thing === 'boolean';
  if (of === $bool) return typeof thing === 'boolean';
  return thing instanceof of;
}

// --- operators --------------------------------------------------------------------------------

function $eq(one, other) {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((each, at) => $eq(each, other[at]));
}
const $ne = (one, other) => !$eq(one, other);

function $cmp(one, other) {
  if (typeof one === 'string') return $letterwise(one, other);
  if (!Array.isArray(one)) return one - other;
  for (let at = 0; at < Math.min(one.length, other.length); at++) {
    const found = $cmp(one[at], other[at]);
    if (found) return found;
  }
  return one.length - other.length;
}
// Halves of letters beyond the first plane stand behind all others.
function $letterwise(one, other) {
  if (one === other) return 0;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const place = text => at < text.length ? ((text.charCodeAt(at) & 0xf800) === 0xd800 ? 0x10000 : 0) + text.charCodeAt(at) : -1;
  return place(one) - place(other);
}
const $lt = (one, other) => $cmp(one, other) < 0;
const $le = (one, other) => $cmp(one, other) <= 0;
const $gt = (one, other) => $cmp(one, other) > 0;
const $ge = (one, other) => $cmp(one, other) >= 0;

function $has(things, wanted) {
  if (typeof things === 'string' || Array.isArray(things)) {
    return things.includes(wanted) || (Array.isArray(wanted) && things.some(each => $eq(each, wanted)));
  }
  return things instanceof Map || things instanceof Set ? things.has(wanted) : [...things].includes(wanted);
}

const $add = (one, other) => typeof one === 'object' ? [...one, ...other] : one + other;
const $sub = (one, other) => one instanceof Set ? new Set([...one].filter(each => !other.has(each))) : one - other;
function $mul(one, other) {
  if (Array.isArray(one)) return Array(other).fill(one[0]);
  return typeof one === 'string' ? one.repeat(Math.max(0, Number(other))) : one * other;
}
const $div = (one, other) => Math.floor(one / other);
const $and = (one, other) => one.__and__(other);
function $or(one, other) {
  if (one instanceof Set) return new Set([...one, ...other]);
  return typeof one === 'function' ? [one, other] : one.__or__(other);
}
function $iadd(one, other) {
  if (!Array.isArray(one)) return one + other;
  one.push(...other);
  return one;
}
function $ior(one, other) {
  if (!(one instanceof Set)) return $or(one, other);
  for (const each of other) one.add(each);
  return one;
}

function $item(things, at) {
  if (Array.isArray(things)) return things[at < 0 ? things.length + at : at];
  if (typeof things === 'string') return $letters(things).at(at);
  const found = things.get(at);
  return found === undefined && things.__missing__ ? things.__missing__(at) : found;
}
function $put(things, at, value) {
  if (things instanceof Map) things.set(at, value);
  else things[at] = value;
  return value;
}
function $slice(things, start, end) {
  const found = (typeof things === 'string' ? $letters(things) : things).slice(start ?? 0, end ?? undefined);
  return typeof things === 'string' && typeof found !== 'string' ? found.join('') : found;
}
const $cut = (things, start, end) => things.splice(start, (end ?? things.length) - start);
const $filled = (of, parts) => Object.assign(Object.create(of.prototype), Object.fromEntries(parts));

// --- methods ----------------------------------------------------------------------------------

const $_append = (things, each) => things.push(each);
const $_add = (things, each) => things.add(each);
const $_pop = things => things.pop();
const $_clear = things => things.clear();
const $_index = (things, each) => things.indexOf(each);
const $_get = (things, key, other = null) => things.has(key) ? things.get(key) : other;
const $_values = things => things.values();
const $_items = things => things.entries();
const $_fromkeys = (_, keys, value = null) => new Map([...keys].map(key => [key, value]));
function $_isdisjoint(things, others) {
  for (const each of others) if (things.has(each)) return false;
  return true;
}
function $_update(things, ...others) {
  for (const row of others) for (const each of row) things.add(each);
}
function $_sort(things, key = null, reverse = false) {
  const keyed = things.map(each => [key === null ? each : key(each), each]);
  keyed.sort((one, other) => (reverse ? -1 : 1) * $cmp(one[0], other[0]));
  keyed.forEach(([, each], at) => { things[at] = each; });
}
function $sorted(things, key, reverse) {
  const found = [...$iter(things)];
  $_sort(found, key, reverse);
  return found;
}

const $_lower = text => text.toLowerCase();
const $_join = (text, things) => [...$iter(things)].join(text);
const $_startswith = (text, start) => text.startsWith(start);
const $_endswith = (text, ends) => [ends].flat().some(end => text.endsWith(end));
const $_removeprefix = (text, start) => text.startsWith(start) ? text.slice(start.length) : text;
const $_replace = (text, old, by) => text.replaceAll(old, by);
const $_count = (text, part) => text.split(part).length - 1;
const $_strip = text => text.trim();
const $_rstrip = text => text.trimEnd();
function $_lstrip(text, letters) {
  let at = 0;
  while (at < text.length && letters.includes(text[at])) at++;
  return text.slice(at);
}
function $_split(text, by) {
  if (text instanceof RegExp) return by.split(text);
  return by === undefined ? text.split(/\s+/).filter(word => word) : text.split(by);
}
function $_partition(text, by) {
  const at = text.indexOf(by);
  return at < 0 ? [text, '', ''] : [text.slice(0, at), by, text.slice(at + by.length)];
}
const $counted = (text, at) => at < 0 ? at : $len(text.slice(0, at));
const $_find = (text, part, at = 0) => $counted(text, text.indexOf(part, $slice(text, 0, at).length));
const $_rindex = (text, part) => $counted(text, text.lastIndexOf(part));
const $_translate = (text, by) => Array.from(text, each => by.get($ord(each)) ?? each).join('');
const $wide = (text, width) => text.padStart(Number(width.slice(1)));

// --- patterns and letters ---------------------------------------------------------------------

const $pattern = (text, flags) => new RegExp(text, flags + 'gu');
const $_sub = (pattern, by, text) => text.replace(pattern, typeof by === 'string' ? by : (...found) => by(found));
const $_finditer = (pattern, text) => Array.from(text.matchAll(pattern), found => (
  {end: () => $counted(text, found.index + found[0].length)}
));
const $_fullmatch = (pattern, text) => new RegExp(`^(?:${pattern.source})$`, 'u').exec(text);
function $_match(pattern, text, at) {
  const sticky = new RegExp(pattern.source, pattern.flags.replace('g', 'y'));
  sticky.lastIndex = $slice(text, 0, at).length;
  return sticky.exec(text);
}

// Whether a letter is in a class: stretches of numbers, each as its first and its length.
function $is(name, letter) {
  const stretches = $LETTERS[name];
  let low = 0;
  let high = stretches.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if ($ord(letter) < stretches[2 * middle]) high = middle - 1;
    else if ($ord(letter) >= stretches[2 * middle] + stretches[2 * middle + 1]) low = middle + 1;
    else return true;
  }
  return false;
}
const $_isdecimal = text => text !== '' && [...text].every(each => $is('digit', each));
const $_isalnum = letter => letter !== '' && $is('word', letter);
const $_isalpha = letter => $is('alpha', letter);
const $_isspace = letter => $is('space', letter);
const $_isprintable = letter => !$is('unprintable', letter);
const $_isascii = text => /^[\x00-\x7f]*$/.test(text);
const $_islower = letter => letter === letter.toLowerCase();
const $category = letter => $is('hidden', letter) ? 'Cc' : '';
const $combining = letter => $is('narrowless', letter);
// Names of `dsl`: as far as a page asks for them.
class $Phrase {
  constructor(text) { this.text = text; }
  get columns() {
    const each = letter => $is('narrowless', letter) ? 0 : $is('wide', letter) ? 2 : 1;
    return Array.from(this.text).reduce((sum, letter) => sum + each(letter), 0);
  }
  static is_wide(letter) { return $is('wide', letter); }
}
class $Language {
  constructor(tag) { this.tag = tag; }
  static get OWN() { return $OWN; }
  worded(words) { return words[Math.max($OWN.indexOf(this.tag), 0)]; }
}
const $normalize = (form, text) => text.normalize(form);
const $folded_letters = text => Array.from(text, each => $FOLDS.get(each) ?? each.toLowerCase()).join('');

// --- rows of an index: see `Rows` -------------------------------------------------------------

class $Rows {
  constructor(flags) { this.flags = flags; }
  static of(flags) { return new $Rows(Uint8Array.from([...flags])); }
  static every(number) { return new $Rows(new Uint8Array(number).fill(1)); }
  static having(rows, chosen) { return new $Rows(Uint8Array.from(rows, value => value >= 0 && chosen[value])); }
  get is_empty() { return !this.flags.includes(1); }
  __and__(other) { return new $Rows(this.flags.map((flag, at) => flag & other.flags[at])); }
  __or__(other) { return new $Rows(this.flags.map((flag, at) => flag | other.flags[at])); }
  opposite() { return new $Rows(this.flags.map(flag => 1 - flag)); }
  * [Symbol.iterator]() { for (let at = 0; at < this.flags.length; at++) if (this.flags[at]) yield at; }
}

// --- between a page and Python ----------------------------------------------------------------

function $read(thing) {
  if (thing === null || typeof thing !== 'object') return thing;
  if (Array.isArray(thing)) return typeof thing[0] === 'object' ? thing.map($read) : thing;
  return thing.depends === true ? $Ellipsis : new Map(Object.entries(thing).map(([key, each]) => [key, $read(each)]));
}
function $catalogue(texts) {
  texts.text = (lang, key) => texts.get(key).get(lang) ?? $next(texts.get(key).values());
  return texts;
}
function $shown(thing) {
  if (thing instanceof Map) return Object.fromEntries([...thing].map(([key, each]) => [key, $shown(each)]));
  return Array.isArray(thing) ? thing.map($shown) : thing;
}
