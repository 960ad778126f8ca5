/** Measures each request of an editor: the first one in a process, and those after an edit. */
import { type Position, TextDocument } from 'vscode-languageserver-textdocument';
import { Client, ours, serversBefore } from '../client.ts';
import { inAnswer, inLongCall, withLongCall } from '../data.ts';
import type { Options } from '../options.ts';
import { atMost, heading, kilobytes, megabytes, ms, progress, table } from '../report.ts';
import { summary } from '../timing.ts';

/** The positions in a document at which requests are made. */
interface Places {
  /** A position in the first answer after the middle. */
  readonly body: Position;
  /** The channel in the header of that answer. */
  readonly header: Position;
  /** The id of the first reply after the middle. */
  readonly id: Position;
  /** The name of the tool in that reply. */
  readonly tool: Position;
  /** The empty key after a long list in the arguments of a call. */
  readonly key: Position;
}

interface Request {
  readonly name: string;
  readonly method: string;
  /** `resultId`: that of the last response that has one. */
  readonly params?: (places: Places, resultId: string | undefined) => object;
  /** The maximum milliseconds in a document of 10 MB, for the first request (`first`) and for those after an edit (`again`). */
  readonly aim?: { readonly first?: number; readonly again?: number };
}

/** The requests, in the order in which an editor sends them after it has opened a document. */
const requests: readonly Request[] = [
  { name: 'folding', method: 'textDocument/foldingRange', aim: { again: 30 } },
  { name: 'symbols', method: 'textDocument/documentSymbol', aim: { again: 60 } },
  { name: 'hover', method: 'textDocument/hover', params: ({ header }) => ({ position: header }) },
  {
    name: 'semantic tokens of a screen',
    method: 'textDocument/semanticTokens/range',
    params: ({ body: { line } }) => ({
      range: { start: { line, character: 0 }, end: { line: line + 60, character: 0 } },
    }),
    aim: { again: 5 },
  },
  { name: 'semantic tokens', method: 'textDocument/semanticTokens/full' },
  {
    name: 'semantic tokens that changed',
    method: 'textDocument/semanticTokens/full/delta',
    params: (_, previousResultId) => ({ previousResultId }),
    aim: { again: 10 },
  },
  {
    name: 'selection',
    method: 'textDocument/selectionRange',
    params: ({ body }) => ({ positions: [body] }),
  },
  { name: 'links', method: 'textDocument/documentLink' },
  {
    name: 'hints of a screen',
    method: 'textDocument/inlayHint',
    params: ({ body: { line } }) => ({
      range: { start: { line, character: 0 }, end: { line: line + 60, character: 0 } },
    }),
  },
  { name: 'lenses', method: 'textDocument/codeLens' },
  {
    name: 'definition',
    method: 'textDocument/definition',
    params: ({ id }) => ({ position: id }),
    aim: { first: 5, again: 5 },
  },
  {
    name: 'references to a call',
    method: 'textDocument/references',
    params: ({ id }) => ({ position: id, context: { includeDeclaration: true } }),
    aim: { first: 5, again: 5 },
  },
  {
    name: 'references to a tool',
    method: 'textDocument/references',
    params: ({ tool }) => ({ position: tool, context: { includeDeclaration: true } }),
  },
  { name: 'highlights', method: 'textDocument/documentHighlight', params: ({ id }) => ({ position: id }) },
  { name: 'linked editing', method: 'textDocument/linkedEditingRange', params: ({ id }) => ({ position: id }) },
  {
    name: 'call hierarchy',
    method: 'textDocument/prepareCallHierarchy',
    params: ({ tool }) => ({ position: tool }),
  },
  { name: 'completion', method: 'textDocument/completion', params: ({ header }) => ({ position: header }) },
  {
    name: 'completion after 170 KB of arguments',
    method: 'textDocument/completion',
    params: ({ key }) => ({ position: key }),
    aim: { again: 15 },
  },
  {
    name: 'code actions',
    method: 'textDocument/codeAction',
    params: ({ body }) => ({ range: { start: body, end: body }, context: { diagnostics: [] } }),
  },
  {
    name: 'formatting',
    method: 'textDocument/formatting',
    params: () => ({ options: { tabSize: 2, insertSpaces: true } }),
    aim: { first: 300, again: 300 },
  },
  {
    name: 'formatting while typing',
    method: 'textDocument/onTypeFormatting',
    params: ({ body }) => ({ position: body, ch: '>', options: { tabSize: 2, insertSpaces: true } }),
    aim: { again: 5 },
  },
  {
    name: 'preview',
    method: 'ocml/userView',
    params: ({ body }) => ({ around: body, limit: 200 }),
    aim: { first: 50 },
  },
];

const uri = 'file:///bench.ocml';

export async function requested({ sizes, quick, ...others }: Options): Promise<void> {
  heading('Requests over stdio');
  const rows: string[][] = [];
  for (const size of sizes) {
    const text = withLongCall(size);
    progress(megabytes(size));
    const servers = [ours, ...serversBefore(others)];
    const samples = servers.map(() => requests.map((): Sample[] => []));
    for (let round = 0; round < (quick ? 3 : 7); round++) {
      for (const [i, { path }] of servers.entries()) {
        const asked = await askAll(path, text, quick ? 5 : 15);
        for (const [k, sample] of asked.entries()) samples[i]?.[k]?.push(sample);
      }
    }
    requests.forEach(({ name, aim }, k) => {
      for (const [i, server] of servers.entries()) {
        const all = samples[i]?.[k] ?? [];
        const first = summary(
          name,
          all.map(({ first }) => first),
        );
        const again = summary(
          name,
          all.flatMap(({ again }) => again),
        );
        const verdict = (value: number, most: number | undefined) =>
          most === undefined || size < 10 || i > 0 ? '' : ` (≤ ${most} ms: ${atMost(value, most)})`;
        rows.push([
          `${megabytes(size)}: ${name}${servers.length > 1 ? `, ${server.name}` : ''}`,
          ms(first.median) + verdict(first.median, aim?.first),
          ms(again.median) + verdict(again.median, aim?.again),
          ms(again.p95),
          kilobytes(all[0]?.bytes ?? 0),
        ]);
      }
    });
  }
  table(['document: request', 'first', 'after an edit, p50', 'p95', 'answer'], rows);
}

interface Sample {
  readonly first: number;
  readonly again: readonly number[];
  readonly bytes: number;
}

/** Starts a server, and sends each request once, and then `times` times, each time after an edit. */
async function askAll(path: string, text: string, times: number): Promise<Sample[]> {
  const { client } = await Client.start(path);
  const textDocument = { uri, languageId: 'ocml', version: 1, text };
  await client.untilDiagnostics('textDocument/didOpen', { textDocument }, uri, 1);
  await client.atRest();
  const places = placesIn(text);
  const samples: Sample[] = [];
  let version = 1;
  const edit = async () => {
    const { body: start } = places;
    const end = { line: start.line, character: start.character + 1 };
    const change =
      ++version % 2 === 0 ? { range: { start, end: start }, text: 'x' } : { range: { start, end }, text: '' };
    const params = { textDocument: { uri, version }, contentChanges: [change] };
    await client.untilDiagnostics('textDocument/didChange', params, uri, version);
  };
  let resultId: string | undefined;
  const ask = async ({ method, params }: Request) => {
    const start = performance.now();
    const { at, bytes, message } = await client.request(method, {
      textDocument: { uri },
      ...params?.(places, resultId),
    });
    resultId = (message.result as { resultId?: string } | null)?.resultId ?? resultId;
    return { took: at - start, bytes };
  };
  for (const request of requests) {
    const { took: first, bytes } = await ask(request);
    const again: number[] = [];
    for (let i = 0; i < times; i++) {
      await edit();
      again.push((await ask(request)).took);
    }
    samples.push({ first, again, bytes });
  }
  await client.stop();
  return samples;
}

function placesIn(text: string): Places {
  const document = TextDocument.create(uri, 'ocml', 0, text);
  const at = inAnswer(text);
  const reply = text.indexOf('<|start|>tool ', at);
  return {
    body: document.positionAt(at),
    header: document.positionAt(text.lastIndexOf('<|channel|>', at) + '<|channel|>'.length + 2),
    id: document.positionAt(text.indexOf('call_id=', reply) + 'call_id='.length),
    tool: document.positionAt(text.indexOf('functions.lookup', reply) + 'functions.'.length),
    key: document.positionAt(inLongCall(text)),
  };
}
