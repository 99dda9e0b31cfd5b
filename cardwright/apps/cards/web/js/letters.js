// What letters are, and how texts are compared: wide and narrow, large and small letters alike.

function lettersOf(text) {
  return Array.from(text);
}

// Whether a letter is in a class: stretches of numbers, each as its first and its length.
function isOf(name, letter) {
  const stretches = LANGUAGE.letters[name];
  const code = letter.codePointAt(0);
  let low = 0;
  let high = stretches.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const first = stretches[2 * middle];
    if (code < first) high = middle - 1;
    else if (code >= first + stretches[2 * middle + 1]) low = middle + 1;
    else return true;
  }
  return false;
}

function hasOwn(table, key) {
  return Object.prototype.hasOwnProperty.call(table, key);
}

const APOSTROPHES = new RegExp('[' + LANGUAGE.apostrophes + ']', 'g');
const ACCENTS = new RegExp('[' + LANGUAGE.accents + ']', 'g');

function folded(text) {
  let plain = text.replace(APOSTROPHES, "'");
  if (/^[\x00-\x7f]*$/.test(plain)) return plain.toLowerCase();
  plain = plain.normalize('NFKD').replace(ACCENTS, '');
  const letters = lettersOf(plain.normalize('NFC'));
  return letters.map(each => hasOwn(LANGUAGE.folds, each) ? LANGUAGE.folds[each] : each.toLowerCase())
    .join('');
}

function wordsOf(text) {
  return text.split(/\s+/).filter(word => word);
}

// Whether a folded text has another one in it, whatever apostrophes either has.
function says(text, wanted) {
  const plain = wanted.replace(/'/g, '');
  if (text.includes(wanted) || (plain && text.includes(plain))) return true;
  return plain !== '' && text.includes("'") && text.replace(/'/g, '').includes(plain);
}

// Whether a folded word is in too many texts; one kanji is a word.
function isShort(wanted) {
  const letters = lettersOf(wanted);
  return letters.length < LANGUAGE.limits.shortest && !(letters.length && isOf('wide', wanted));
}

// A text as the words of a list, without what stands between its elements.
function listed(text) {
  const words = folded(text).split(/[\s,+&\u3001]+/);
  return words.filter(word => word && !LANGUAGE.between.includes(word)).join(' ');
}

// A name as it is looked up: folded, its words joined as in an id.
function joined(name) {
  return wordsOf(folded(name).replace(/_/g, '-').replace(/'/g, '')).join('-');
}

// A text with narrow letters and signs for wide ones, in one line.
function narrow(text) {
  return lettersOf(text).map(letter => {
    const plain = lettersOf(letter.normalize('NFKC'));
    const found = plain.length === 1 ? plain[0] : letter;
    return isOf('blank', found) ? ' ' : found;
  }).join('');
}

// Whether letters beyond the first plane are in a text: they count as two.
function hasHalves(text) {
  return /[\ud800-\udfff]/.test(text);
}

// The order of texts by the numbers of their letters.
function byLetters(one, other) {
  const least = Math.min(one.length, other.length);
  for (let at = 0; at < least; at++) {
    if (one.charCodeAt(at) !== other.charCodeAt(at)) {
      return place(one.charCodeAt(at)) - place(other.charCodeAt(at));
    }
  }
  return one.length - other.length;
}

// Halves of letters beyond the first plane stand behind all others.
function place(unit) {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

function isNumber(text) {
  return /^[0-9]+$/.test(text);
}
