// Answer which known word a misspelt one was meant to be: see dsl/diagnostics/spelling.py.

let lettersLeft = 0;

function boundGuesses() {
  lettersLeft = LANGUAGE.limits.compared;
}

function plainText(word) {
  return word.toLowerCase().replace(/[-_]/g, '');
}

// Whether two texts differ by more letters than allowed, as far as their lengths tell.
function isTooLong(text, letters, allowed) {
  return Math.abs(text.length - letters.length) > allowed && !hasHalves(text);
}

// The nearest candidate; '' where none is near.
function nearest(word, candidates) {
  const plain = lettersOf(plainText(word));
  const letters = new Set(plain);
  let best = '';
  let allowed = Math.max(1, Math.floor(plain.length / 3));
  for (const candidate of candidates) {
    if (lettersLeft <= 0) break;
    lettersLeft -= 1;
    const text = plainText(candidate);
    if (isTooLong(text, plain, allowed)) continue;
    const other = lettersOf(text);
    if (!other.some(letter => letters.has(letter))) continue;
    const distance = distanceOf(plain, other, allowed);
    if (distance <= allowed) {
      best = candidate;
      allowed = distance - 1;
      if (distance === 0) break;
    }
  }
  return best;
}

function distanceOf(one, another, limit) {
  if (Math.abs(one.length - another.length) > limit) return limit + 1;
  let start = 0;
  while (start < Math.min(one.length, another.length) && one[start] === another[start]) start++;
  const first = one.slice(start);
  const second = another.slice(start);
  let before = [];
  let previous = [];
  let row = Array.from({length: second.length + 1}, (_, at) => at);
  for (let i = 1; i <= first.length; i++) {
    lettersLeft -= row.length;
    const isFar = Math.min(...row) > limit && (i === 1 || Math.min(...previous) > limit);
    if (lettersLeft <= 0 || isFar) return limit + 1;
    before = previous;
    previous = row;
    row = [i];
    for (let j = 1; j <= second.length; j++) {
      const cost = previous[j - 1] + (first[i - 1] !== second[j - 1]);
      let best = Math.min(previous[j] + 1, row[j - 1] + 1, cost);
      if (i > 1 && j > 1 && first[i - 1] === second[j - 2] && first[i - 2] === second[j - 1]) {
        best = Math.min(best, before[j - 2] + 1);
      }
      row.push(best);
    }
  }
  return row[row.length - 1];
}
