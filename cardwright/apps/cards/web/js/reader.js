// Read a query into a tree, with places for what is wrong: see cardwright/apps/cards/query_reader.py.

const OPENING = ['"', '「', '“'];
const BETWEEN = ['or', 'and'];
const SIGN_LETTERS = [':', '=', '<', '>'];

function syntaxError(reason, text, start, end) {
  const span = spanOf(text, start, end);
  return new QueryError(reason, span, {word: spannedText(span).trim()});
}

function readQuery(written) {
  const text = narrow(written);
  const letters = lettersOf(text);
  const most = LANGUAGE.limits.letters;
  if (letters.length > most) {
    const at = letters.slice(0, most).join('').length;
    throw syntaxError('too-long', text, at, at + letters[most].length);
  }
  checkNesting(text);
  try {
    return parse(text, (name, parts) => BUILDS[name](parts, text));
  } catch (error) {
    throw error instanceof Unexpected ? understood(error.at, text) : error;
  }
}

function checkNesting(text) {
  const most = LANGUAGE.limits.nested;
  let depth = 0;
  let run = 0;
  for (let at = 0; at < text.length; at++) {
    depth += (text[at] === '(') - (text[at] === ')');
    run = text[at] === '-' ? run + 1 : 0;
    if (Math.max(depth, run) > most) throw syntaxError('too-deep', text, at, at + 1);
  }
  const small = text.toLowerCase();
  if (small.split('not').length - 1 > most) {
    const at = small.lastIndexOf('not');
    throw syntaxError('too-deep', text, at, at + 3);
  }
}

const BUILDS = {
  start: parts => parts.length ? parts[0] : {sort: 'both', parts: []},
  either: parts => parts.length > 1 ? {sort: 'either', parts: parts} : parts[0],
  both: parts => parts.length > 1 ? {sort: 'both', parts: parts} : parts[0],
  negation: parts => ({sort: 'not', of: parts[1]}),
  word: (parts, text) => termOf(parts[0], text),
  pattern: (parts, text) => termOf(parts[0], text),
  field: (parts, text) => fieldOf(parts[0], parts[1], parts[2], text)
};

function fieldOf(name, sign, value, text) {
  if (value.start !== sign.end) throw syntaxError('no-value', text, sign.start, sign.end);
  const term = termOf(value, text);
  if (!term.text) throw syntaxError('no-value', text, value.start, value.end);
  return {
    sort: 'field', name: name.text, sign: sign.text === '=' ? ':' : sign.text, value: term,
    nameSpan: spanOf(text, name.start, name.end), signSpan: spanOf(text, sign.start, sign.end)
  };
}

function termOf(token, text) {
  const span = spanOf(text, token.start, token.end);
  const inside = token.text.slice(1, -1);
  if (token.type === 'QUOTED') {
    return {sort: 'term', form: 'quoted', text: inside.trim(), span: span};
  }
  if (token.type === 'PATTERN') return {sort: 'term', form: 'pattern', text: inside, span: span};
  return {sort: 'term', form: 'word', text: token.text, span: span};
}

function count(text, letter) {
  return text.split(letter).length - 1;
}

// What is wrong where reading stopped; null: at the end.
function understood(at, text) {
  if (at === null) return atTheEnd(text);
  const letter = text[at];
  if (OPENING.includes(letter)) return syntaxError('open-quote', text, at, at + 1);
  if (letter === '/') return syntaxError('open-pattern', text, at, at + 1);
  if (letter === '!' || SIGN_LETTERS.includes(letter)) {
    return syntaxError('no-name', text, at, at + 1);
  }
  const before = text.slice(0, at).trimEnd();
  if (letter === ')') {
    if (count(text.slice(0, at), '(') <= count(text.slice(0, at), ')')) {
      return syntaxError('stray-parenthesis', text, at, at + 1);
    }
    return nothingBeside(text, before.length);
  }
  if (SIGN_LETTERS.includes(before.slice(-1))) return noValue(text, before.length);
  const end = at + wordsOf(text.slice(at))[0].length;
  const isBetween = letter === '-' || BETWEEN.includes(text.slice(at, end).toLowerCase());
  return syntaxError(isBetween ? 'nothing-beside' : 'stray', text, at, end);
}

function atTheEnd(written) {
  const text = written.trimEnd();
  if (SIGN_LETTERS.includes(text.slice(-1))) return noValue(written, text.length);
  const words = wordsOf(text);
  const last = words.length ? words[words.length - 1].toLowerCase() : '';
  const bare = last.replace(/^[(-]+/, '');
  if (BETWEEN.includes(bare) || bare === 'not' || /[(-]$/.test(text)) {
    return nothingBeside(written, text.length);
  }
  const at = unclosed(text);
  return syntaxError('open-parenthesis', written, at, at + 1);
}

function noValue(text, end) {
  const isLong = ['>=', '<=', '!='].includes(text.slice(end - 2, end));
  return syntaxError('no-value', text, end - (isLong ? 2 : 1), end);
}

function nothingBeside(text, end) {
  const letters = lettersOf(text.slice(0, end));
  let length = 0;
  while (letters.length && isOf('alpha', letters[letters.length - 1])) length += letters.pop().length;
  return syntaxError('nothing-beside', text, Math.min(end - length, end - 1), end);
}

function unclosed(text) {
  const waiting = [];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') waiting.push(at);
    else if (text[at] === ')') waiting.pop();
  }
  return waiting.length ? waiting[waiting.length - 1] : Math.max(0, text.length - 1);
}
