// Vocabularies are half of the package: they are data, and compressed they take a third less of it than their modules do.

import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const require = createRequire(import.meta.url);

/** Replaces each module of a folder by its default export as compressed JSON, and a module that reads it. */
export function packVocabularies(folder) {
  for (const file of readdirSync(folder)) {
    const name = basename(file, '.js');
    const json = Buffer.from(JSON.stringify(require(join(folder, file)).default));
    const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: json.length };
    writeFileSync(join(folder, `${name}.json.br`), brotliCompressSync(json, { params }));
    rmSync(join(folder, file));
    writeFileSync(join(folder, file), loader(name));
  }
}

const loader = (name) => `'use strict';
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { brotliDecompressSync } = require('node:zlib');
exports.default = JSON.parse(brotliDecompressSync(readFileSync(join(__dirname, '${name}.json.br'))).toString());
`;
