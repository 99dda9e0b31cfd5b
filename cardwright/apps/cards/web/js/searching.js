// Find the cards that a query means: see cardwright/apps/cards/searching.py.

function fitOfQuery(query, data) {
  if (query.sort === 'both') {
    return query.parts.reduce(
      (found, part) => merged(found, fitOfQuery(part, data), true), fitOf(allRows(data))
    );
  }
  if (query.sort === 'either') {
    return query.parts.reduce(
      (found, part) => merged(found, fitOfQuery(part, data), false), fitOf(noRows(data))
    );
  }
  if (query.sort === 'not') return opposite(fitOfQuery(query.of, data));
  return query.sort === 'term' ? fitOf(rowsSaying(query, data)) : fieldFit(query, data);
}

// --- words ------------------------------------------------------------------------------------

function rowsSaying(term, data) {
  const fits = textTest(term);
  const found = rowsOfTexts(fits, data);
  data.heads.forEach((head, row) => {
    if (!found[row] && fits(head)) found[row] = 1;
  });
  if (!found.includes(1) && term.form !== 'pattern') {
    throw new QueryError('word', term.span, {
      word: term.text, guess: nearest(term.text, withWords(Array.from(namesOfCards(data))))
    });
  }
  return found;
}

// Names, then the words of those that have several.
function withWords(names) {
  const words = [].concat(...names.map(name => wordsOf(name).filter(word => word !== name)));
  return names.concat(words.filter(word => lettersOf(word).length > LANGUAGE.limits.shortest));
}

function* namesOfCards(data) {
  for (let row = 0; row < data.ids.length; row++) {
    yield data.ids[row];
    yield* data.names[row];
  }
}

// The cards with a printed text or rule that fits.
function rowsOfTexts(fits, data) {
  return rowsWith(data.texts[1], data.texts[0].map(fits));
}

// The test of folded texts for a word, a quoted text or a pattern.
function textTest(term) {
  if (term.form === 'pattern') return patternTest(term);
  const wanted = folded(term.text);
  if (term.form === 'word' && isShort(wanted)) {
    throw new QueryError('short', term.span, {word: term.text});
  }
  return text => says(text, wanted);
}

function patternTest(term) {
  try {
    const pattern = new Pattern(term.text);
    return text => {
      try {
        return pattern.isIn(text);
      } catch (error) {
        throw error instanceof PatternError ? new QueryError(error.reason, term.span) : error;
      }
    };
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    const letters = lettersOf(term.text);
    const at = term.span.start + 1 + letters.slice(0, error.at).join('').length;
    const end = at + (letters[error.at] || '/').length;
    throw new QueryError(error.reason, spanOf(term.span.text, at, end));
  }
}

// --- fields -----------------------------------------------------------------------------------

function signError(field) {
  return new QueryError('sign', field.signSpan, {word: field.sign, option: field.name});
}

function fieldFit(field, data) {
  const known = fieldCalled(field.name);
  const columns = known === null ? attributesCalled(field.name, data) : [];
  if (LANGUAGE.directives.includes(known)) {
    throw new QueryError('directive', field.nameSpan, {option: known});
  }
  if (known === null && !columns.length) throw fieldError(field.name, field.nameSpan, data, []);
  const isPattern = field.value.form === 'pattern';
  const isEqual = EQUAL.includes(field.sign);
  if (isPattern && !isEqual) {
    throw new QueryError('pattern-sign', field.signSpan, {word: field.sign});
  }
  if (known === null) {
    return isPattern ? shownFit(field, columns, data) : attributeFit(field, columns, data);
  }
  if (known === 'copies') return fitOf(numberRows(field, data));
  if (!isEqual) throw signError(field);
  const fit = fitOf(
    known === LANGUAGE.changed ? changedRows(field, data)
      : LANGUAGE.texts.includes(known) ? textRows(field, known, data)
        : keyedRows(field, known, data)
  );
  return field.sign === ':' ? fit : opposite(fit);
}

function fieldError(word, span, data, without) {
  const names = fieldNames(data).filter(name => !without.includes(name));
  return new QueryError('field', span, {word: word, all: few(names), guess: nearest(word, names)});
}

function changedRows(field, data) {
  const word = field.value.text;
  if (!hasOwn(data.changed, word)) throw new QueryError('version', field.value.span, {word: word});
  return rowsOf(data.changed[word], data);
}

// The cards with an attribute whose words fit a pattern.
function shownFit(field, columns, data) {
  const fits = patternTest(field.value);
  let found = fitOf(noRows(data));
  for (const column of columns) {
    const isWanted = field.sign === ':';
    const chosen = column.values.map(
      each => each.slice(1).some(word => fits(folded(word))) === isWanted
    );
    found = merged(found, fitOf(rowsWith(column.rows, chosen)), false);
  }
  return found;
}

function numberRows(field, data) {
  const text = folded(field.value.text);
  if (!isNumber(text) || text.length > LANGUAGE.limits.digits) {
    throw new QueryError('number', field.value.span, {word: field.value.text, option: field.name});
  }
  const [values, rows] = data.columns.copies;
  return rowsWith(rows, values.map(value => COMPARISONS[field.sign](value, Number(text))));
}

function textRows(field, known, data) {
  const term = field.value;
  let found = noRows(data);
  let names = [];
  if (known === 'text') {
    found = rowsOfTexts(textTest(term), data);
  } else if (known === 'name') {
    const fits = textTest(term);
    data.heads.forEach((head, row) => {
      const end = head.indexOf('\n');
      found[row] = fits(end < 0 ? '' : head.slice(end + 1)) ? 1 : 0;
    });
    names = withWords([].concat(...data.names));
  } else {
    const wanted = folded(term.text);
    const fits = term.form === 'pattern' ? patternTest(term) : id => id === wanted;
    data.ids.forEach((id, row) => {
      found[row] = fits(id) ? 1 : 0;
    });
    names = data.ids;
  }
  if (!found.includes(1) && term.form !== 'pattern') throw noValueError(field, names, '', data);
  return found;
}

function keyedRows(field, known, data) {
  const [values, rows] = data.columns[known];
  const heads = LANGUAGE.fields[known].heads;
  if (LANGUAGE.deeds.includes(known)) {
    return rowsWith(rows, values.map(deedTest(field, known, data)));
  }
  const wanted = keysMeant(field.value, heads, data);
  if (!wanted.size && field.value.form !== 'pattern') {
    throw noValueError(field, Array.from(writtenNames(heads, data)), '', data);
  }
  return rowsWith(rows, values.map(keys => keys.some(key => wanted.has(key))));
}

// The keys that a value means: by a name of theirs, else by their words.
function keysMeant(term, heads, data) {
  if (term.form === 'pattern') {
    const fits = patternTest(term);
    const found = new Set();
    for (const [key, , names] of labelsWith(heads, data)) {
      if (names.some(name => fits(name))) found.add(key);
    }
    return found;
  }
  const named = keysCalled(term.text, heads, data);
  return named.size ? named : keysSaying(term.text, heads, data);
}

// The test for what is done: an event or step, then words of what it is done to.
function deedTest(field, known, data) {
  const heads = LANGUAGE.fields[known].heads;
  const isPattern = field.value.form === 'pattern';
  const keys = keysMeant(field.value, heads, data);
  if (known === 'costs' && !isPattern) {
    keysCalled(field.value.text, ['state'], data).forEach(key => keys.add(key));
  }
  if (keys.size || isPattern) {
    return deeds => deeds.some(([key, words]) => {
      return keys.has(key) || (key.startsWith('step:') && words.some(word => keys.has(word)));
    });
  }
  const words = wordsOf(folded(field.value.text));
  for (let end = words.length - 1; end > 0; end--) {
    const text = words.slice(0, end).join('-');
    const named = keysCalled(text, heads, data);
    const meant = named.size ? named : keysSaying(text, heads, data);
    if (!meant.size) continue;
    const wanted = words.slice(end).map(word => wordKeys(field, word, data));
    return deeds => deeds.some(([key, said]) => {
      return meant.has(key) && wanted.every(each => said.some(word => each.has(word)));
    });
  }
  throw noValueError(field, Array.from(writtenNames(heads, data)), '', data);
}

// The keys of what something is done to.
function wordKeys(field, word, data) {
  if (isNumber(word)) return new Set(['number:' + word.replace(/^0+(?=[0-9])/, '')]);
  const found = keysCalled(word, LANGUAGE.words, data);
  if (!found.size) {
    throw noValueError(field, Array.from(writtenNames(LANGUAGE.words, data)), word, data);
  }
  return found;
}

function noValueError(field, names, word, data) {
  const known = fieldCalled(field.name);
  let span = field.value.span;
  const at = word ? folded(spannedText(span)).indexOf(word) : -1;
  if (at >= 0) span = spanOf(span.text, span.start + at, span.start + at + word.length);
  const text = word || field.value.text;
  if (known === 'text') return new QueryError('word', span, {word: text});
  const heads = word ? LANGUAGE.words : isField(known) ? LANGUAGE.fields[known].heads : [];
  const all = few(heads.length ? shownNames(heads, data) : names);
  return new QueryError('value', span, {
    word: text, option: field.name, all: all, guess: nearest(text, names)
  });
}
