import { cpus, totalmem } from 'node:os';
import { readOptions } from './options.ts';
import { edit } from './subjects/edit.ts';
import { growth } from './subjects/growth.ts';
import { learnedDialects } from './subjects/learned.ts';
import { learning } from './subjects/learning.ts';
import { nasty } from './subjects/nasty.ts';
import { open } from './subjects/open.ts';
import { parse } from './subjects/parse.ts';
import { preview } from './subjects/preview.ts';
import { requested } from './subjects/requests.ts';
import { scaling } from './subjects/scaling.ts';
import { start } from './subjects/start.ts';
import { stdio, whileChecking } from './subjects/stdio.ts';

const subjects = {
  parse,
  edit,
  learned: learnedDialects,
  learning,
  stdio,
  checking: whileChecking,
  open,
  requests: requested,
  preview,
  start,
  nasty,
  scaling,
  growth,
};

async function main(): Promise<void> {
  const options = readOptions(Object.keys(subjects));
  const memory = Math.round(totalmem() / 2 ** 30);
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${memory} GiB`);
  for (const [name, subject] of Object.entries(subjects)) {
    if (options.only.includes(name)) await subject(options);
  }
}

void main();
