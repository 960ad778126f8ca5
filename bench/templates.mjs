// Measures `ocml check --template` on a data set, compared with a plain loop that reads the file and renders each
// row with `@huggingface/jinja`. Also measures the prompt view of a conversation with 100 messages after an edit.
//   npm install --prefix .cache/published --no-save @huggingface/ollama-utils; node bench/templates.mjs [ROWS] [MODEL]
import { spawn, spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import * as esbuild from 'esbuild';
import { root } from '../scripts/paths.mjs';

const { createMessageConnection, StreamMessageReader, StreamMessageWriter } = createRequire(
  join(root, 'client/package.json'),
)('vscode-jsonrpc/node');

const [rows = 100_000, model = 'qwen2.5'] = process.argv.slice(2);
const rounds = Number(process.env.ROUNDS ?? 3);
const carrier = join(root, '.cache/published/node_modules/@huggingface');
const { code } = esbuild.transformSync(
  readFileSync(join(carrier, 'ollama-utils/src/chat-template-automap.ts'), 'utf8'),
  {
    loader: 'ts',
    format: 'cjs',
  },
);
const module = { exports: {} };
runInNewContext(code, { module, exports: module.exports });
const published = module.exports.OLLAMA_CHAT_TEMPLATE_MAPPING.find((one) => one.model.includes(`/${model}:`));

const folder = mkdtempSync(join(tmpdir(), 'ocml-templates-'));
process.on('exit', () => rmSync(folder, { recursive: true }));
const [data, half, template] = ['rows.jsonl', 'half.jsonl', 'template.jinja'].map((name) => join(folder, name));
writeFileSync(template, published.gguf);

const text = (i, length) => `Row ${i}: ${'the weather in Turin is mild today, and '.repeat(length / 40)}`;
const conversation = (i) => ({
  messages: [
    { role: 'system', content: 'You know the weather.' },
    { role: 'user', content: text(i, 120) },
    ...(i % 5 === 0
      ? [
          {
            role: 'assistant',
            content: '',
            tool_calls: [
              {
                id: 'c1',
                type: 'function',
                function: { name: 'weather', arguments: JSON.stringify({ city: `Turin ${i}` }) },
              },
            ],
          },
          { role: 'tool', tool_call_id: 'c1', content: text(i, 40) },
        ]
      : []),
    { role: 'assistant', content: text(i, 240) },
  ],
});

async function write(file, count) {
  const stream = createWriteStream(file);
  for (let i = 0; i < count; i++)
    if (!stream.write(`${JSON.stringify(conversation(i))}\n`)) await new Promise((done) => stream.once('drain', done));
  await new Promise((done) => stream.end(done));
}

const probe = join(folder, 'probe.cjs');
writeFileSync(
  probe,
  `process.on('exit', () => { const { user, system } = process.cpuUsage(); process.stderr.write(JSON.stringify({ memory: process.resourceUsage().maxRSS / 1024, cpu: (user + system) / 1000 })); });`,
);
const loop = join(folder, 'loop.cjs');
writeFileSync(
  loop,
  `const { Template } = require(${JSON.stringify(createRequire(join(carrier, 'jinja/')).resolve('@huggingface/jinja'))});
  const { readFileSync } = require('node:fs');
  const template = new Template(readFileSync(${JSON.stringify(template)}, 'utf8'));
  let length = 0;
  const lines = require('node:readline').createInterface({ input: require('node:fs').createReadStream(process.argv[2]) });
  lines.on('line', (line) => { length += template.render({ ...JSON.parse(line), tools: null, add_generation_prompt: false }).length; });
  lines.on('close', () => console.log(length));`,
);

function measure(args) {
  const start = performance.now();
  const { stderr, status, stdout } = spawnSync(process.execPath, ['-r', probe, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`${args.join(' ')}: ${status} ${stdout.slice(0, 500)} ${stderr.slice(0, 500)}`);
  const time = performance.now() - start;
  return { time, ...JSON.parse(stderr.slice(stderr.lastIndexOf('{'))) };
}

const ocml = (file) => [join(root, 'server/bin/ocml.js'), 'check', '--template', template, file];
await write(data, Number(rows));
await write(half, Number(rows) / 2);
const subjects = {
  'a loop over @huggingface/jinja': [loop, data],
  'ocml check --template, one core': ['taskset', ocml(data)],
  'ocml check --template': ocml(data),
  'ocml check --template, half of the rows': ocml(half),
};
const runs = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
console.log(`${rows} rows, ${(statSync(data).size / 1e6).toFixed(0)} MB, the template of ${model}`);
for (let round = 0; round < rounds; round++) {
  for (const [name, args] of Object.entries(subjects)) {
    const pinned = args[0] === 'taskset' ? measureOnOneCore(args[1]) : measure(args);
    runs[name].push(pinned);
  }
}

function measureOnOneCore(args) {
  const start = performance.now();
  const { stderr, status } = spawnSync('taskset', ['-c', '0', process.execPath, '-r', probe, ...args], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return { time: performance.now() - start, ...JSON.parse(stderr.slice(stderr.lastIndexOf('{'))) };
}
for (const [name, all] of Object.entries(runs)) {
  const best = (key) => Math.min(...all.map((one) => one[key]));
  const count = name.includes('half') ? rows / 2 : rows;
  console.log(
    `${name.padEnd(42)} ${(count / (best('time') / 1000)).toFixed(0)} rows/s  ${(count / (best('cpu') / 1000)).toFixed(0)} rows a second of processor time  ${best('memory').toFixed(0)} MB`,
  );
}

/**
 * Measures the time from a key in a conversation with 100 messages to the updated prompt, over stdio. An editor would add a delay of 15 ms.
 */
async function promptView() {
  const server = spawn(process.execPath, [join(root, 'server/bin/ocml-language-server.js'), '--stdio']);
  const connection = createMessageConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  connection.listen();
  await connection.sendRequest('initialize', { processId: null, rootUri: null, capabilities: {} });
  await connection.sendNotification('initialized', {});
  const messages = Array.from({ length: 100 }, (_, i) => ({
    role: i % 2 === 0 ? 'user' : 'assistant',
    content: text(i, 600),
  }));
  const uri = 'file:///chat.messages.json';
  const document = JSON.stringify(messages, null, 2);
  await connection.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'json', version: 1, text: document },
  });
  await connection.sendNotification('ocml/chooseTemplate', { textDocument: { uri }, template });
  const line = document.slice(0, document.indexOf('Row 50')).split('\n').length - 1;
  const place = { line, character: 20 };
  const took = [];
  for (let version = 2; version < 102; version++) {
    const start = performance.now();
    await connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ range: { start: place, end: place }, text: 'x' }],
    });
    const prompt = await connection.sendRequest('ocml/prompt', { textDocument: { uri }, template, side: 'preview' });
    took.push(performance.now() - start);
    if (prompt.error || prompt.stretches.length < 100) throw new Error(JSON.stringify(prompt).slice(0, 300));
    // Wait as long as a user does between two keys.
    await new Promise((done) => setTimeout(done, 100));
  }
  server.kill('SIGKILL');
  const sorted = took.slice(10).sort((a, b) => a - b);
  const at = (part) => sorted[Math.floor(sorted.length * part)].toFixed(1);
  console.log(`the prompt of 100 messages after a key: ${at(0.5)} ms (p50), ${at(0.95)} ms (p95)`);
}

await promptView();
process.exit(0);
