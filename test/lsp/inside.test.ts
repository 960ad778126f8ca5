/** Completion, hover and signature help inside calls over stdio. `$0` marks the cursor. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CompletionList, Hover, SignatureHelp } from 'vscode-languageserver-protocol';
import { forms } from '../support/tool-forms.ts';
import { type Client, start } from './client.ts';

const capabilities = {
  textDocument: {
    completion: { completionItem: { snippetSupport: true } },
    signatureHelp: { signatureInformation: { parameterInformation: { labelOffsetSupport: true } } },
  },
};

let opened = 0;

/** Opens a text, and sends a request at the marked place. */
async function ask<T>(client: Client, name: string, marked: string, method: string): Promise<T> {
  const uri = `file:///${opened++}/${name}`;
  client.open(uri, marked.replace('$0', ''), name.endsWith('.json') ? 'json' : 'ocml');
  const lines = marked.slice(0, marked.indexOf('$0')).split('\n');
  const position = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
  return client.ask<T>(method, uri, { position, context: { triggerKind: 1 } });
}

test('inside calls, in every family', async () => {
  const client = await start({ capabilities });
  assert.ok(client.initialized.capabilities.signatureHelpProvider);
  for (const [title, { name, tool, call }] of Object.entries(forms)) {
    const { items } = await ask<CompletionList>(client, name, call('{"$0"}'), 'completion');
    assert.deepEqual(
      items.slice(0, 4).map(({ label }) => label),
      ['symbol', 'live', 'at', 'place'],
      title,
    );
    assert.equal(items[0]?.insertTextFormat, 2);
    assert.match(items[0]?.textEdit?.newText ?? '', /^\\*"symbol\\*": \\*"\$1\\*"$/, title);
    const hover = await ask<Hover>(client, name, call('{"a$0t": "open"}'), 'hover');
    assert.match((hover.contents as { value: string }).value, /\*\*`at`\*\* · argument of/, title);
    const help = await ask<SignatureHelp>(client, name, call('{"symbol": "a", "live": $0}'), 'signatureHelp');
    const [signature] = help.signatures;
    const [from = 0, to = 0] = (signature?.parameters?.[help.activeParameter ?? 0]?.label ?? []) as number[];
    assert.equal(signature?.label.slice(from, to), 'live?: boolean', title);
    assert.ok(signature?.label.startsWith(`${tool}(`));
  }
  assert.deepEqual(client.log, []);
  assert.equal(await client.stop(), 0);
});

test('what is written in full is not offered, in every family', async () => {
  const client = await start({ capabilities });
  for (const [title, { name, call }] of Object.entries(forms))
    for (const [written, args] of [
      ['symbol', '{"symbol$0": "a"}'],
      ['open', '{"symbol": "a", "at": "open$0"}'],
    ] as const) {
      const { items, isIncomplete } = await ask<CompletionList>(client, name, call(args), 'completion');
      assert.ok(items.length > 0 && isIncomplete, `${title}: ${args}`);
      assert.ok(!items.some(({ label }) => label === written), `${title}: ${args}`);
    }
  await client.stop();
});

test('a client without tab stops gets text', async () => {
  const client = await start();
  const { name, call } = forms['OpenChatML 2.2'] ?? assert.fail();
  const { items } = await ask<CompletionList>(client, name, call('{"$0"}'), 'completion');
  const [item] = items;
  assert.deepEqual([item?.insertTextFormat, item?.textEdit?.newText], [undefined, '"symbol": ']);
  const help = await ask<SignatureHelp>(client, name, call('{$0}'), 'signatureHelp');
  assert.equal(help.signatures[0]?.parameters?.[0]?.label, 'symbol: string');
  await client.stop();
});

test('deep and long JSON: each request is answered, and the server lives', async () => {
  const client = await start({ capabilities });
  const deep = `${'{"place": ['.repeat(10_000)}{"symbol": "$0`;
  const long = `{"x": "${'a'.repeat(5e6)}", "sym$0bol": 1}`;
  const said = async (title: string, args: string) => {
    const { name, call } = forms[title] ?? assert.fail();
    const { items } = await ask<CompletionList>(client, name, call(args), 'completion');
    assert.deepEqual(items, [], title);
    const uri = `file:///${opened - 1}/${name}`;
    const lines = call(args).split('$0')[0]?.split('\n') ?? [];
    const at = { position: { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 } };
    await client.ask('signatureHelp', uri, at);
    await client.ask('documentSymbol', uri);
    return (await client.ask<Hover | null>('hover', uri, at))?.contents as { value: string } | undefined;
  };
  for (const title of ['OpenChatML 2.2', 'ChatML with tags', 'Llama 3', 'a chat API, as a string'])
    await said(title, deep);
  await said('Harmony', `${deep}"}${']}'.repeat(10_000)}`);
  assert.match((await said('OpenChatML 2.2', long))?.value ?? '', /more than 200,000 characters/);
  assert.deepEqual(client.log, []);
  assert.equal(await client.stop(), 0);
});
