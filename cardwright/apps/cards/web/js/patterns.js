// Find regular expressions in texts, all ways at once: see cardwright/apps/cards/patterns.py.

function PatternError(reason, at) {
  this.reason = reason;
  this.at = at;
}

const CLASSES = {
  d: letter => isOf('digit', letter),
  w: letter => isOf('word', letter),
  s: letter => isOf('space', letter)
};

function isLetter(wanted) {
  return each => each === wanted;
}

// Reads a pattern into parts.
class PatternReader {
  constructor(text) {
    this.text = lettersOf(text);
    this.at = 0;
    this.depth = 0;
  }

  read() {
    const part = this.alternatives();
    if (this.at < this.text.length) throw new PatternError('pattern-letter', this.at);
    return part;
  }

  peek() {
    return this.at < this.text.length ? this.text[this.at] : '';
  }

  take() {
    const letter = this.peek();
    if (!letter) throw new PatternError('pattern-end', Math.max(0, this.text.length - 1));
    this.at += 1;
    return letter;
  }

  alternatives() {
    const rows = [this.row()];
    while (this.peek() === '|') {
      this.at += 1;
      rows.push(this.row());
    }
    return {sort: 'any', parts: rows};
  }

  row() {
    const parts = [];
    while (!['', '|', ')'].includes(this.peek())) {
      let part = this.atom();
      while (this.peek() && '*+?{'.includes(this.peek())) {
        const [low, high] = this.times();
        part = {sort: 'times', part: part, low: low, high: high};
      }
      parts.push(part);
    }
    return {sort: 'row', parts: parts};
  }

  atom() {
    const at = this.at;
    const letter = this.take();
    if (letter === '(') return this.group(at);
    if ('*+?{'.includes(letter)) throw new PatternError('pattern-repeat', at);
    if ('^$'.includes(letter)) return {sort: 'line', needs: letter};
    if (letter === '.') return {sort: 'letter', fits: () => true};
    if (letter === '[') return {sort: 'letter', fits: this.set()};
    if (letter === '\\') return {sort: 'letter', fits: this.escaped()};
    const parts = lettersOf(folded(letter)).map(each => {
      return {sort: 'same', letter: each, fits: isLetter(each)};
    });
    return parts.length === 1 ? parts[0] : {sort: 'row', parts: parts};
  }

  group(at) {
    this.depth += 1;
    if (this.peek() === '?' || this.depth > LANGUAGE.limits.nestedParts) {
      throw new PatternError('pattern-letter', at);
    }
    const inner = this.alternatives();
    if (this.peek() !== ')') throw new PatternError('pattern-end', at);
    this.at += 1;
    this.depth -= 1;
    return inner;
  }

  escaped() {
    const letter = this.take();
    const small = letter.toLowerCase();
    if (hasOwn(CLASSES, small)) {
      const fits = CLASSES[small];
      return letter === small ? fits : each => !fits(each);
    }
    if (isOf('word', letter) && letter !== '_') {
      throw new PatternError('pattern-letter', this.at - 1);
    }
    return isLetter(folded(letter));
  }

  set() {
    const isNegated = this.peek() === '^';
    this.at += isNegated;
    const tests = [];
    while (this.peek() !== ']' || !tests.length) {
      const letter = this.take();
      const next = this.text[this.at + 1] || '';
      if (letter === '\\') {
        tests.push(this.escaped());
      } else if (this.peek() === '-' && next !== ']' && next !== '') {
        this.at += 1;
        tests.push(between(letter, this.take(), this.at));
      } else {
        tests.push(isLetter(folded(letter)));
      }
    }
    this.at += 1;
    return each => tests.some(test => test(each)) !== isNegated;
  }

  times() {
    const at = this.at;
    const sign = this.take();
    if (sign !== '{') return {'*': [0, null], '+': [1, null], '?': [0, 1]}[sign];
    const rest = this.text.slice(this.at).join('');
    const end = rest.indexOf('}');
    const inside = end < 0 ? rest : rest.slice(0, end);
    const comma = inside.indexOf(',');
    const low = comma < 0 ? inside : inside.slice(0, comma);
    const high = comma < 0 ? '' : inside.slice(comma + 1);
    const length = lettersOf(inside).length;
    if (end < 0 || !isNumber(low) || length > 9 || !isNumber(high || '0')) {
      throw new PatternError('pattern-repeat', at);
    }
    this.at += length + 1;
    const most = comma < 0 ? Number(low) : high ? Number(high) : null;
    if (most !== null && most < Number(low)) throw new PatternError('pattern-repeat', at);
    if (Math.max(Number(low), most || 0) > LANGUAGE.limits.states) {
      throw new PatternError('pattern-large', at);
    }
    return [Number(low), most];
  }
}

function between(low, high, at) {
  const first = lettersOf(folded(low));
  const last = lettersOf(folded(high));
  if (first.length !== 1 || last.length !== 1 || byLetters(last[0], first[0]) < 0) {
    throw new PatternError('pattern-letter', at - 1);
  }
  return each => byLetters(first[0], each) <= 0 && byLetters(each, last[0]) <= 0;
}

// Letters without which nothing fits.
function neededLetters(part) {
  if (part.parts.length !== 1) return '';
  let best = '';
  let run = '';
  for (const inner of part.parts[0].parts) {
    const isOne = inner.sort === 'same' && lettersOf(inner.letter).length === 1;
    run = isOne ? run + inner.letter : '';
    if (lettersOf(run).length > lettersOf(best).length) best = run;
  }
  return best;
}

// A regular expression, ready to be looked for.
class Pattern {
  constructor(text) {
    this.states = [];
    this.end = this.state(null, [], '');
    const part = new PatternReader(text).read();
    this.begin = this.laid(part, this.end);
    this.needed = neededLetters(part);
    this.places = new Map();
    this.known = 0;
    this.work = 0;
    this.first = this.placeOf(this.closed([this.begin], true, false));
  }

  isIn(text) {
    if (!text.includes(this.needed)) return false;
    let current = this.first;
    for (let at = 0; at < text.length; at++) {
      if (current.isEnd) return true;
      let code = text.charCodeAt(at);
      if (code >= 0xd800 && code < 0xdc00) {
        code = text.codePointAt(at);
        at += 1;
      }
      current = current.to.get(code) || this.step(current, code);
    }
    return current.isLineEnd;
  }

  placeOf(states) {
    states.sort((one, other) => one - other);
    const key = states.join(' ');
    let found = this.places.get(key);
    if (!found) {
      found = {
        states: states, to: new Map(), isEnd: states.includes(this.end),
        isLineEnd: this.closed(states, false, true).includes(this.end)
      };
      this.places.set(key, found);
    }
    return found;
  }

  step(place, code) {
    this.work += place.states.length;
    if (this.work > LANGUAGE.limits.work) throw new PatternError('pattern-slow', 0);
    this.known += 1;
    if (this.known > LANGUAGE.limits.known) {
      for (const each of this.places.values()) each.to.clear();
      this.places.clear();
      this.known = 0;
    }
    const found = this.after(place, String.fromCodePoint(code));
    place.to.set(code, found);
    return found;
  }

  after(place, letter) {
    if (letter === '\n') return place.isLineEnd ? this.placeOf([this.end]) : this.first;
    const next = [this.begin];
    for (const number of place.states) {
      const state = this.states[number];
      if (state.fits !== null && state.fits(letter)) next.push(...state.to);
    }
    return this.placeOf(this.closed(next, false, false));
  }

  closed(states, atStart, atEnd) {
    const found = new Set(states);
    const waiting = Array.from(found);
    while (waiting.length) {
      const state = this.states[waiting.pop()];
      if (state.fits !== null || (state.needs === '^' && !atStart)) continue;
      if (state.needs === '$' && !atEnd) continue;
      for (const each of state.to) {
        if (!found.has(each)) {
          found.add(each);
          waiting.push(each);
        }
      }
    }
    return Array.from(found);
  }

  state(fits, to, needs) {
    if (this.states.length >= LANGUAGE.limits.states) throw new PatternError('pattern-large', 0);
    this.states.push({fits: fits, to: to, needs: needs});
    return this.states.length - 1;
  }

  laid(part, end) {
    if (part.sort === 'same' || part.sort === 'letter') return this.state(part.fits, [end], '');
    if (part.sort === 'line') return this.state(null, [end], part.needs);
    if (part.sort === 'row') {
      return part.parts.slice().reverse().reduce((to, each) => this.laid(each, to), end);
    }
    if (part.sort === 'any') {
      return this.state(null, part.parts.map(each => this.laid(each, end)), '');
    }
    return this.repeated(part, end);
  }

  repeated(part, last) {
    let end = last;
    if (part.high === null) {
      const again = this.state(null, [], '');
      this.states[again].to.push(this.laid(part.part, again), end);
      end = again;
    }
    for (let more = (part.high || part.low) - part.low; more > 0; more--) {
      end = this.state(null, [this.laid(part.part, end), end], '');
    }
    for (let time = 0; time < part.low; time++) end = this.laid(part.part, end);
    return end;
  }
}
