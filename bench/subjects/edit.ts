/**
 * Measures an edit in the middle of a document, where one character is alternately typed and deleted: updating the text, parsing, and
 * checking.
 */
import { type Tree, TreeFragment } from '@lezer/common';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { Checker } from '../../server/src/checker/checker.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import {
  calls,
  conversation,
  functionCalls,
  inAnswer,
  inLongMessage,
  log,
  oneLine,
  type Script,
  withLongMessage,
} from '../data.ts';
import { parser } from '../lezer.ts';
import type { Options } from '../options.ts';
import { atMost, heading, megabytes, ms, progress, table, times } from '../report.ts';
import { type Contender, race, type Timed } from '../timing.ts';

const aims = { usual: 0.05, long: 0.5, huge: 10, flat: 1.3 };

const opening = '<|start|>assistant to=functions.f call_id=a<|message|>{}<|call|>\n';

/** The maximum number of problems that the server sends to an editor. */
const maxProblems = 200;

interface Case {
  readonly name: string;
  readonly text: string;
  readonly at: number;
}

/** Documents that differ only in size, smallest first; or a single document. */
interface Series {
  readonly aim: number;
  readonly cases: readonly Case[];
}

export async function edit({ sizes, quick }: Options): Promise<void> {
  heading('One character in the middle: text, parse and rules');
  const rows: string[][] = [];
  for (const { aim, cases } of series(sizes)) {
    progress(cases[0]?.name ?? '');
    globalThis.gc?.();
    const contenders = cases.flatMap(({ text, at }) =>
      [ours, textDocument, lezerIncremental].map((make) => make(text, at)),
    );
    const timed = await race(contenders, { rounds: quick ? 10 : 40, warmUp: 10, steps: 8 });
    cases.forEach(({ name }, i) => {
      const [mine, stock, lezer] = timed.slice(3 * i, 3 * i + 3) as [Timed, Timed, Timed];
      const growth = mine.median / (timed[0] as Timed).median;
      rows.push([
        name,
        ms(mine.median),
        ms(mine.p95),
        `${aim} ms: ${atMost(mine.median, aim)}`,
        cases.length > 1 ? `${times(growth)} ${atMost(growth, aims.flat)}` : '',
        ms(stock.median),
        times(stock.median / mine.median),
        ms(lezer.median),
        times(lezer.median / mine.median),
      ]);
    });
  }
  const others = ['TextDocument.update', 'over ours', 'Lezer, text not counted', 'over ours'];
  table(['document', 'ours', 'p95', 'aim', `of the smallest (≤ ${aims.flat}×)`, ...others], rows);
}

function* series(sizes: readonly number[]): Iterable<Series> {
  for (const script of ['ASCII', 'Cyrillic and CJK'] satisfies Script[]) {
    const cases = sizes.map((size) => {
      const text = conversation(size, script);
      return { name: `${megabytes(size)}, ${script}`, text, at: inAnswer(text) };
    });
    yield { aim: aims.usual, cases };
  }
  for (const body of ['prose', 'JSON'] as const) {
    const cases = sizes.map((size) => {
      const text = withLongMessage(size, 'ASCII', body);
      return { name: `${megabytes(size)}, in 170 KB of ${body}`, text, at: inLongMessage(text) };
    });
    yield { aim: aims.long, cases };
  }
  const alone = (name: string, text: string, at: number) => ({ aim: aims.usual, cases: [{ name, text, at }] });
  const many = calls(10_000);
  const inArguments = (text: string) => text.indexOf('"city":"', text.length >> 1) + 9;
  yield alone('10,000 calls, in the arguments of one', many, inArguments(many));
  yield alone('10,000 calls, in the id of one', many, many.indexOf('call_id=', many.length >> 1) + 9);
  const gaps = many
    .slice(many.indexOf('<|start|>'))
    .replace(/ call_id=\w+/g, '')
    .replaceAll('tool name=', '');
  const harmony = gaps.replaceAll('>\n<|start|>', '><|start|>');
  yield alone('10,000 calls in Harmony, in one', harmony, inArguments(harmony));
  yield alone('the same with 20,000 hints on the gaps', gaps, inArguments(gaps));
  const functions = functionCalls(10_000);
  const name = functions.indexOf('"name": "', functions.length >> 1) + 9;
  yield alone('10,000 calls of 0.1, in the name of one', functions, name);
  const line = oneLine(1);
  yield alone('1 MB on one line (Harmony)', line, inAnswer(line));
  const reply = `${opening}<|start|>tool name=f call_id=a<|message|>${log(5)}<|end|>\n`;
  for (const [what, text] of [
    ['in a reply of 5 MB', reply],
    ['5 MB without messages', log(5)],
  ] as const) {
    yield { aim: aims.huge, cases: [{ name: what, text, at: text.indexOf(' took', text.length >> 1) }] };
  }
}

/** Returns a function that returns the next edit: `x` is inserted in one round, and deleted in the next. */
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
      // Read the text, since a real server would use it.
      return document.getText().charCodeAt(at);
    },
  };
}

/** Measures only Lezer's incremental parse, because both texts are created in advance. */
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
