/** The language server keeps responding in a folder made by a stranger, and its messages can be printed safely. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createFolder, type Folder, warned } from '../cli/ocml.ts';
import { type Client, start } from '../lsp/client.ts';

interface Report {
  readonly items: readonly { readonly code: string; readonly message: string }[];
}

/** Starts a server that is killed if it hangs. All requests to it then fail. */
async function startLimited(): Promise<{ client: Client; killed: Promise<never>; end: () => void }> {
  const client = await start({ capabilities: { textDocument: { diagnostic: {} } } });
  const limit = setTimeout(() => client.process.kill('SIGKILL'), 30_000);
  const killed = new Promise<never>((_, reject) => client.process.once('exit', () => reject(new Error('It hung.'))));
  killed.catch(() => {});
  const end = () => {
    clearTimeout(limit);
    client.process.kill('SIGKILL');
  };
  return { client, killed, end };
}

/** Opens a document in a folder. Returns its problems and what the server logs. If the server hangs, it is killed. */
async function ask(folder: Folder, name: string, text: string): Promise<Report & { readonly log: string[] }> {
  const { client, killed, end } = await startLimited();
  try {
    const uri = pathToFileURL(join(folder.path, name)).href;
    client.open(uri, text);
    const { items } = await Promise.race([client.ask<Report>('diagnostic', uri), killed]);
    // The request is sent twice, because the second response once came from a cache.
    await Promise.race([client.ask<Report>('diagnostic', uri), killed]);
    await client.stop();
    return { items, log: client.log };
  } finally {
    end();
  }
}

suite('configurations', { skip: process.platform === 'win32', timeout: 300_000 }, () => {
  const rows: [what: string, make: (folder: Folder, name: string) => void, told: RegExp][] = [
    ['a pipe', ({ path }, name) => assert.equal(spawnSync('mkfifo', [join(path, name)]).status, 0), /it is a pipe/],
    ['a device', ({ path }, name) => symlinkSync('/dev/zero', join(path, name)), /it is a device/],
    ['large', (folder, name) => folder.write({ [name]: ' '.repeat(40_000) }), /it is larger than 32 KB/],
    ['deep', (folder, name) => folder.write({ [name]: '['.repeat(30_000) }), /nested too deeply|is not JSON/],
    [
      'with globs that explode',
      (folder, name) => {
        const files = ['*(a*)'.repeat(10), '*a'.repeat(200), '{a,a}'.repeat(90)].map((glob) => `${glob}b`);
        folder.write({ [name]: JSON.stringify({ overrides: [{ files }] }) });
      },
      /overrides\[0\]\.files\[0\] is .*, which has no effect/,
    ],
  ];
  for (const [what, make, expected] of rows) {
    for (const name of ['.ocmlrc.json', '.ocmlrc.yaml']) {
      test(`${name}: ${what}`, async () => {
        const folder = createFolder();
        make(folder, name);
        try {
          const { items, log } = await ask(folder, `${'a'.repeat(200)}.ocml`, warned);
          assert.deepEqual(
            items.map(({ code }) => code),
            ['stray-text'],
          );
          assert.equal(log.length, 1, log.join('\n'));
          assert.match(log[0] ?? '', expected);
        } finally {
          folder.remove();
        }
      });
    }
  }
});

test('messages can be printed, whatever they quote', { timeout: 60_000 }, async () => {
  const words = '\x1b]0;x\x07\u202e\u200b\x9b';
  const folder = createFolder({ '.ocmlrc.json': JSON.stringify({ [words]: 1 }) });
  try {
    const text = `version: 2.2\n<|start|>usr${words} to=${words}<|message|>Hi<|end|>\n`;
    const { items, log } = await ask(folder, 'a.ocml', text);
    const all = [...items.map(({ message }) => message), ...log].join('\n');
    assert.match(all, /\\x1b\]0;x\\x07\\u\{202e\}\\u\{200b\}\\x9b/);
    assert.doesNotMatch(all, /[\0-\t\v-\x1f\x7f-\x9f\u200b\u202e]/);
    assert.equal(log.length, 1);
  } finally {
    folder.remove();
  }
});

suite('documents of marks alone are viewed without a wait', { timeout: 300_000 }, () => {
  const many = 80_000;
  const final = 'version: 2.2\n<|start|>assistant<|channel|>final<|message|>';
  const rows: readonly [what: string, text: string][] = [
    ['tags that nothing closes', `<|im_start|>assistant\n${'<think>'.repeat(many)}${'</tool_call>'.repeat(many)}`],
    [
      'tags after pairs of others',
      `<|im_start|>assistant\n${'<tool_call></tool_call>'.repeat(many)}${'<think>'.repeat(many)}`,
    ],
    [
      'thoughts that nothing ends',
      `${final}${'<|start_reason|>'.repeat(many)}${'<|end_reflect|>'.repeat(many)}<|end|>`,
    ],
  ];
  for (const [what, text] of rows) {
    test(what, async () => {
      const { client, killed, end } = await startLimited();
      try {
        client.open('file:///a.ocml', text);
        const view = client.ask<{ hidden: number }>('ocml/userView', 'file:///a.ocml');
        assert.equal((await Promise.race([view, killed])).hidden, 1);
      } finally {
        end();
      }
    });
  }
});
