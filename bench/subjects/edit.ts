/** One character in the middle, typed and deleted in turns: text, parse and rules. */
import { type Tree, TreeFragment } from '@lezer/common';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { Checker } from '../../server/src/rules/checker.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { calls, conversation, inAnswer, inLongMessage, oneLine, type Script, withLongMessage } from '../data.ts';
import { parser } from '../lezer.ts';
import type { Options } from '../options.ts';
import { atMost, heading, megabytes, ms, table, times } from '../report.ts';
import { type Contender, race } from '../timing.ts';

const aims = { usual: 0.05, long: 0.5, flat: 1.3 };

/** As many problems as an editor gets. */
const maxProblems = 200;

interface Case {
  readonly name: string;
  readonly text: string;
  readonly at: number;
  readonly aim: number;
  /** Cases of one series differ in the document's size alone. */
  readonly series?: string;
}

export async function edit({ sizes, quick }: Options): Promise<void> {
  heading('One character in the middle: text, parse and rules');
  const rows: string[][] = [];
  const first = new Map<string, number>();
  for (const { name, text, at, aim, series } of cases(sizes)) {
    const rounds = (text.length > 5e6 ? 120 : 400) >> (quick ? 2 : 0);
    globalThis.gc?.();
    const [mine, stock, lezer] = await race([ours(text, at), textDocument(text, at), lezerIncremental(text, at)], {
      rounds,
      warmUp: 30,
    });
    if (!mine || !stock || !lezer) continue;
    if (series && !first.has(series)) first.set(series, mine.median);
    const growth = series ? mine.median / (first.get(series) ?? mine.median) : undefined;
    rows.push([
      name,
      ms(mine.median),
      ms(mine.p95),
      `${atMost(mine.median, aim)} (${aim} ms)`,
      growth === undefined ? '' : `${times(growth)} ${atMost(growth, aims.flat)}`,
      ms(stock.median),
      times(stock.median / mine.median),
      ms(lezer.median),
      times(lezer.median / mine.median),
    ]);
  }
  const over = ['TextDocument.update', 'over ours', 'Lezer, text not counted', 'over ours'];
  table(['document', 'ours', 'p95', 'aim', `of the smallest (≤ ${aims.flat}×)`, ...over], rows);
}

function* cases(sizes: readonly number[]): Iterable<Case> {
  for (const script of ['ASCII', 'Cyrillic and CJK'] satisfies Script[]) {
    for (const size of sizes) {
      const text = conversation(size, script);
      yield { name: `${megabytes(size)}, ${script}`, text, at: inAnswer(text), aim: aims.usual, series: script };
    }
  }
  for (const body of ['prose', 'JSON'] as const) {
    for (const size of sizes) {
      const text = withLongMessage(size, 'ASCII', body);
      const name = `${megabytes(size)}, in 170 KB of ${body}`;
      yield { name, text, at: inLongMessage(text), aim: aims.long, series: body };
    }
  }
  const many = calls(10_000);
  const inCall = many.indexOf('"city":"', many.length >> 1) + 9;
  yield { name: '10,000 calls, in the arguments of one', text: many, at: inCall, aim: aims.usual };
  const inId = many.indexOf('call_id=', many.length >> 1) + 9;
  yield { name: '10,000 calls, in the id of one', text: many, at: inId, aim: aims.usual };
  const line = oneLine(1);
  yield { name: '1 MB on one line (Harmony)', text: line, at: inAnswer(line), aim: aims.usual };
}

/** The change to send: `x` comes in one round and goes in the next. */
function toggle(document: TextDocument, at: number): () => { range: { start: Position; end: Position }; text: string } {
  const start = document.positionAt(at);
  const behind = { line: start.line, character: start.character + 1 };
  let there = false;
  return () => {
    there = !there;
    return there ? { range: { start, end: start }, text: 'x' } : { range: { start, end: behind }, text: '' };
  };
}

type Position = ReturnType<TextDocument['positionAt']>;

function ours(text: string, at: number): Contender {
  const transcript = new Transcript('bench:', 'ocml', 0, text);
  const checker = new Checker(transcript, { strict: false, levels: {} });
  checker.problems(maxProblems);
  const next = toggle(transcript, at);
  return {
    name: 'ours',
    run() {
      transcript.update([next()], transcript.version + 1);
      checker.update();
      return checker.problems(maxProblems).problems.map((problem) => checker.rangeOf(problem));
    },
  };
}

function textDocument(text: string, at: number): Contender {
  let document = TextDocument.create('bench:', 'ocml', 0, text);
  const next = toggle(document, at);
  return {
    name: 'TextDocument.update',
    run() {
      document = TextDocument.update(document, [next()], document.version + 1);
      // A server that uses its text reads it.
      return document.getText().charCodeAt(at);
    },
  };
}

/** Lezer's incremental parse alone: both texts are there already. */
function lezerIncremental(text: string, at: number): Contender {
  const typed = Buffer.from(`${text.slice(0, at)}x${text.slice(at)}`).toString();
  let tree: Tree = parser.parse(text);
  let fragments = TreeFragment.addTree(tree);
  let there = false;
  return {
    name: 'Lezer',
    run() {
      there = !there;
      const change = there
        ? { fromA: at, toA: at, fromB: at, toB: at + 1 }
        : { fromA: at, toA: at + 1, fromB: at, toB: at };
      fragments = TreeFragment.applyChanges(fragments, [change]);
      tree = parser.parse(there ? typed : text, fragments);
      fragments = TreeFragment.addTree(tree, fragments);
    },
  };
}
