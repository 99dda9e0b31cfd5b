// Say what is wrong with a query: in words, with the query and carets below.

function QueryError(key, span, slots) {
  this.key = key;
  this.span = span;
  this.slots = slots || {};
}

// Words of the program, which stand in the order of its languages; in any other they are English.
function worded(words, lang) {
  return words[Math.max(0, LANGUAGE.languages.indexOf(lang))];
}

// A stretch of the query as it was read.
function spanOf(text, start, end) {
  return {text: text, start: start, end: end};
}

function spannedText(span) {
  return span.text.slice(span.start, span.end);
}

QueryError.prototype.message = function (lang) {
  const near = this.slots.guess && LANGUAGE.near.includes(this.key);
  const text = worded(LANGUAGE.messages[near ? this.key + '-near' : this.key], lang);
  return text.replace(/\{(\w+)\}/g, (whole, slot) => {
    return hasOwn(this.slots, slot) ? this.slots[slot] : whole;
  });
};

QueryError.prototype.shown = function (lang) {
  return [this.message(lang)].concat(drawn(this.span)).join('\n');
};

function drawn(span) {
  let line = lettersOf(span.text);
  let first = lettersOf(span.text.slice(0, span.start)).length;
  const length = lettersOf(spannedText(span)).length;
  let last = Math.min(Math.max(first + 1, first + length), Math.max(line.length, first + 1));
  if (line.length > LANGUAGE.limits.line) {
    const start = Math.max(0, first - LANGUAGE.limits.lead);
    line = line.slice(start, start + LANGUAGE.limits.line);
    first -= start;
    last = Math.min(last - start, line.length);
  }
  const lead = ' '.repeat(columnsOf(line.slice(0, first)));
  const carets = '^'.repeat(Math.max(1, columnsOf(line.slice(first, last))));
  const shown = line.map(visible).join('');
  return ['  |', ('1 | ' + shown).trimEnd(), '  | ' + lead + carets];
}

function visible(letter) {
  return isOf('hidden', letter) ? '\ufffd' : letter;
}

function columnsOf(letters) {
  let found = 0;
  for (const letter of letters.map(visible)) {
    if (!isOf('narrowless', letter)) found += isOf('wide', letter) ? 2 : 1;
  }
  return found;
}

// Names in a row, not too many.
function few(names) {
  const most = LANGUAGE.limits.shown;
  const listed = new Set();
  for (const name of names) {
    listed.add(name);
    if (listed.size > most) break;
  }
  const shown = Array.from(listed);
  return shown.slice(0, most).join(', ') + (shown.length > most ? ', …' : '');
}
