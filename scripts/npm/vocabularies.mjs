// Moves the vocabularies to a separate package, because they make up half of the installed size, and many users do not need them. As
// compressed data, they take a third less space than as modules.

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const require = createRequire(import.meta.url);

/**
 * Stores the data of each module in the folder `to` as compressed JSON, together with a module that reads it. The original module is
 * replaced with one that loads the new module.
 */
export function moveVocabularies(from, to, packageName) {
  mkdirSync(to, { recursive: true });
  for (const file of readdirSync(from)) {
    const name = basename(file, '.js');
    const json = Buffer.from(JSON.stringify(require(join(from, file)).default));
    const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: json.length };
    writeFileSync(join(to, `${name}.json.br`), brotliCompressSync(json, { params }));
    writeFileSync(join(to, `${name}.js`), reader(name));
    writeFileSync(join(from, file), asker(name, packageName));
  }
}

const reader = (name) => `'use strict';
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { brotliDecompressSync } = require('node:zlib');
exports.default = JSON.parse(brotliDecompressSync(readFileSync(join(__dirname, '${name}.json.br'))).toString());
`;

const asker = (name, packageName) => `'use strict';
const wanted = '${packageName}/${name}.js';
try {
  exports.default = require(wanted).default;
} catch (error) {
  if (error.code !== 'MODULE_NOT_FOUND' || !error.message.includes(wanted)) throw error;
  throw new Error('the vocabulary ${name} is not installed, and without it tokens cannot be counted: npm install ${packageName}', { cause: error });
}
`;
