
// Japanese is written without spaces: its words are found by their pairs of characters.
var JAPANESE = /[\u3005\u3041-\u30ff\u3400-\u9fff\uff66-\uff9f]+/g;

function pairsOf (word) {
  var found = [];
  for (var i = 0; i + 1 < word.length; i++) {
    found.push(word.slice(i, i + 2));
  }
  return found;
}

function written (text) {
  return text.replace(JAPANESE, function (word) {
    return ' ' + (pairsOf(word).join(' ') || word) + ' ';
  });
}

function inPairs (doc) {
  return {location: doc.location, title: written(doc.title), text: written(doc.text)};
}

function asked (query) {
  return query.replace(JAPANESE, function (word) {
    var pairs = pairsOf(word);
    return pairs.length ? ' +' + pairs.join(' +') + ' ' : ' *' + word + '* ';
  });
}
