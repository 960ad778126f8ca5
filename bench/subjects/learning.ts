/** Measures the time from `didChange` to the diagnostics while the server learns a dialect from a chat template, in turns with keys at rest. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ours } from '../client.ts';
import { conversation, inAnswer } from '../data.ts';
import type { Options } from '../options.ts';
import { heading, megabytes, ms, progress, table, times } from '../report.ts';
import { summary } from '../timing.ts';
import { typing } from './stdio.ts';

/** The milliseconds between keys. A template takes about 100 ms to learn, so that several keys are typed meanwhile. */
const PAUSE = 15;
const TEMPLATES = 40;
const KEYS_AT_REST = 10;

/** A template with reasoning, calls and replies. Each one has another name for a token, so that it is learned anew. */
const templateOf = (serial: number) => `{{ bos_token }}{% for m in messages %}<|${serial}_{{ m.role }}|>
{% if m.reasoning_content %}<think>{{ m.reasoning_content }}</think>
{% endif %}{{ m.content or '' }}{% for c in m.tool_calls or [] %}<|call_${serial}|>{"name": "{{ c.function.name }}", "arguments": {{ c.function.arguments | tojson }}}<|called|>{% endfor %}<|end_${serial}|>
{% endfor %}{% if add_generation_prompt %}<|${serial}_assistant|>
{% endif %}`;

export async function learning({ sizes }: Options): Promise<void> {
  heading('didChange → diagnostics while a dialect is being learned');
  const rows: string[][] = [];
  const folder = mkdtempSync(join(tmpdir(), 'ocml-bench-'));
  try {
    for (const size of sizes.filter((size) => size <= 10)) {
      progress(megabytes(size));
      const { learning, rest, took } = await measured(conversation(size, 'ASCII'), folder);
      const [busy, idle] = [summary('', learning), summary('', rest)];
      const cells = [busy.median, busy.p95, idle.median, idle.p95].map(ms);
      rows.push([megabytes(size), ...cells, times(busy.median / idle.median), ms(summary('', took).median)]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  table(['document', 'while learning, p50', 'p95', 'at rest, p50', 'p95', 'ratio', 'learning, p50'], rows);
}

async function measured(text: string, folder: string) {
  const { client, run } = await typing(ours, text, inAnswer(text));
  const samples = { learning: [] as number[], rest: [] as number[], took: [] as number[] };
  const uri = pathToFileURL(join(folder, 'log.txt')).href;
  const textDocument = { uri, languageId: 'ocml', version: 1, text: 'Hello!' };
  await client.untilDiagnostics('textDocument/didOpen', { textDocument }, uri, 1);
  for (let serial = 0; serial < TEMPLATES; serial++) {
    for (let key = 0; key < KEYS_AT_REST; key++) samples.rest.push(await afterPause(run));
    const template = join(folder, `${serial}.jinja`);
    writeFileSync(template, templateOf(serial));
    const start = performance.now();
    let isLearned = false;
    const learned = client
      .request('ocml/readAs', { textDocument: { uri }, reading: null, template })
      .then(({ message }) => {
        isLearned = true;
        if (message.result) throw new Error(JSON.stringify(message.result));
        samples.took.push(performance.now() - start);
      });
    while (!isLearned) {
      const took = await afterPause(run);
      if (!isLearned) samples.learning.push(took);
    }
    await learned;
  }
  await client.stop();
  return samples;
}

async function afterPause(run: () => Promise<number>): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
  return run();
}
