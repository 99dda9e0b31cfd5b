// Answer queries as a page does: the script and the queries in, the answers out, both as JSON.
'use strict';
const {readFileSync} = require('fs');
const {script, games} = JSON.parse(readFileSync(0, 'utf8'));
const search = new Function(script + '\nreturn CardwrightSearch;')();
const answers = games.map(({data, queries}) => queries.map(
  query => ['en', 'ja'].map(lang => search.find(data, query, lang))
));
process.stdout.write(JSON.stringify(answers));
