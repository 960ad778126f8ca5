// Checks a data set as a new user would: runs `ocml check` on one JSON Lines file with 20,000 conversations, and compares it with only
// reading the file and parsing its lines with `JSON.parse`. Prints the time and the peak memory of each. Run `npm run build` first.
//   node bench/dataset.mjs [CONVERSATIONS]
import { spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../scripts/paths.mjs';

const rounds = 5;

/** Returns a generator of random numbers from 0 to 1, which are the same in each run (mulberry32). */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = randomFrom(20_250_731);
const words =
  'the a of to in model weather result request answer user should check first then call tool because value list ' +
  'error città naïve 天気 prévu "quoted" line\nbreak code `x` path/file 10% temperature forecast maybe so next data return';
const vocabulary = words.split(' ');
const prose = (length) => {
  let text = '';
  while (text.length < length) text += `${vocabulary[Math.floor(random() * vocabulary.length)]} `;
  return text;
};

/** Returns a conversation. Some conversations contain calls, and one in a hundred contains a mistake. */
function conversation(index) {
  const messages = [{ role: 'system', content: prose(120) }];
  for (let turn = 0; turn < 1 + random() * 4; turn++) {
    messages.push({ role: 'user', content: prose(150 * random() + 20) });
    if (random() < 0.2) {
      const call = { id: `c${turn}`, type: 'function', function: { name: 'lookup', arguments: '{"city":"Turin"}' } };
      messages.push({ role: 'assistant', content: null, tool_calls: [call] });
      messages.push({ role: 'tool', tool_call_id: `c${turn}`, content: prose(100) });
    }
    messages.push({ role: 'assistant', content: prose(500 * random() + 50) });
  }
  if (index % 100 === 7) messages[0].role = 'sytem';
  return index % 2 === 0 ? { id: index, messages } : messages;
}

async function write(file, count) {
  const stream = createWriteStream(file);
  for (let i = 0; i < count; i++) {
    if (!stream.write(`${JSON.stringify(conversation(i))}\n`)) await new Promise((done) => stream.once('drain', done));
  }
  await new Promise((done) => stream.end(done));
}

/**
 * Runs Node with a probe, which prints the peak memory on the last line of standard error. Returns the time in milliseconds and the peak
 * memory in megabytes.
 */
function measure(args) {
  const probe = join(folder, 'probe.cjs');
  const start = performance.now();
  const { stderr } = spawnSync(process.execPath, ['--require', probe, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const time = performance.now() - start;
  return { time, memory: Number(stderr.trim().split('\n').at(-1)) / 1024 };
}

const median = (all) => all.sort((a, b) => a - b)[all.length >> 1];
const folder = mkdtempSync(join(tmpdir(), 'ocml-dataset-'));
try {
  writeFileSync(
    join(folder, 'probe.cjs'),
    "process.on('exit', () => process.stderr.write(`\\n${process.resourceUsage().maxRSS}\\n`));",
  );
  writeFileSync(
    join(folder, 'parse.cjs'),
    "for (const line of require('node:fs').readFileSync(process.argv[2], 'utf8').split('\\n')) if (line) JSON.parse(line);",
  );
  const count = Number(process.argv[2] ?? 20_000);
  for (const conversations of [count, count * 4]) {
    const file = join(folder, `${conversations}.messages.jsonl`);
    await write(file, conversations);
    const subjects = {
      'reading and JSON.parse': [join(folder, 'parse.cjs'), file],
      'ocml check': [join(root, 'server/bin/ocml.js'), 'check', file],
    };
    const results = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
    for (let round = 0; round < rounds; round++) {
      for (const [name, args] of Object.entries(subjects)) results[name].push(measure(args));
    }
    console.log(`\n${conversations} conversations, ${(statSync(file).size / 1e6).toFixed(0)} MB`);
    const base = median(results['reading and JSON.parse'].map(({ time }) => time));
    for (const [name, all] of Object.entries(results)) {
      const time = median(all.map((one) => one.time));
      const memory = median(all.map((one) => one.memory));
      console.log(
        `${name.padEnd(24)} ${time.toFixed(0).padStart(6)} ms ${(time / base).toFixed(1)}× ${memory.toFixed(0).padStart(6)} MB`,
      );
    }
    rmSync(file);
  }
} finally {
  rmSync(folder, { recursive: true });
}
