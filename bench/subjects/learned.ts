/**
 * Measures the time for a key typed in the middle of a text, including the checker, in dialects learned from chat templates. The time is
 * compared with that of Harmony in the same run.
 */
import { Checker } from '../../server/src/checker/checker.ts';
import { bundledDialect } from '../../server/src/documents/models.ts';
import type { DialectId } from '../../server/src/grammar/index.ts';
import type { ModelFormName } from '../../server/src/grammar/model-forms.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { proseWriter } from '../data.ts';
import type { Options } from '../options.ts';
import { atMost, heading, megabytes, ms, progress, table, times } from '../report.ts';
import { type Contender, race, type Timed } from '../timing.ts';

/** The maximum ratio of the time for a key to that in Harmony. */
const MAX_RATIO = 2;
const MAX_PROBLEMS = 200;

interface Written {
  readonly name: string;
  readonly dialect: DialectId;
  readonly text: string;
  /** An offset in an answer near the middle of the text. */
  readonly at: number;
}

/** The text at the beginning of a document, of a user turn and of a model turn, and at the end of a turn. */
type Frames = readonly [start: string, user: string, model: string, end: string];

const learned: Readonly<Partial<Record<ModelFormName, Frames>>> = {
  gemma: ['<bos>', '<start_of_turn>user\n', '<end_of_turn>\n<start_of_turn>model\n', '<end_of_turn>\n'],
  mistral: ['<s>', '[INST]', '[/INST]', '</s>'],
  deepseek: ['<｜begin▁of▁sentence｜>', '<｜User｜>', '<｜Assistant｜></think>', '<｜end▁of▁sentence｜>'],
  glm: ['[gMASK]<sop>', '<|user|>\n', '<|assistant|>\n<think></think>\n', ''],
};
const harmony: Frames = [
  '',
  '<|start|>user<|message|>',
  '<|end|><|start|>assistant<|channel|>final<|message|>',
  '<|end|>',
];

function written(name: string, dialect: DialectId, [start, user, model, end]: Frames, size: number): Written {
  const prose = proseWriter();
  const parts = [start];
  for (let length = 0; length < size * 1e6; ) {
    const turn = `${user}${prose(300)}${model}${prose(500)}${end}`;
    length += Buffer.byteLength(turn);
    parts.push(turn);
  }
  const text = Buffer.from(parts.join('')).toString();
  return { name, dialect, text, at: text.indexOf(model, text.length >> 1) + model.length + 40 };
}

/** Returns a contender that alternately types and deletes a text. */
function typing({ name, dialect, text, at }: Written, typed: string): Contender {
  const transcript = new Transcript('bench:', 'ocml', 0, text, { dialect });
  const checker = new Checker(transcript, { strict: false, levels: {} });
  checker.problems(MAX_PROBLEMS);
  const start = transcript.positionAt(at);
  const end = { line: start.line, character: start.character + typed.length };
  let there = false;
  return {
    name,
    run() {
      there = !there;
      const change = there ? { range: { start, end: start }, text: typed } : { range: { start, end }, text: '' };
      transcript.update([change], transcript.version + 1);
      checker.update();
      return checker.problems(MAX_PROBLEMS).problems.map((problem) => checker.rangeOf(problem));
    },
  };
}

export async function learnedDialects({ sizes, quick }: Options): Promise<void> {
  heading('One key in a dialect that is learned from a template: text, parse and rules');
  const rows: string[][] = [];
  for (const size of sizes.filter((one) => one <= 10)) {
    const all = [
      written('Harmony', 'harmony', harmony, size),
      ...Object.entries(learned).map(([name, frames]) =>
        written(name, bundledDialect(name) as DialectId, frames, size),
      ),
    ];
    for (const typed of ['x', '<']) {
      progress(`${megabytes(size)}, ${typed}`);
      globalThis.gc?.();
      const contenders = all.map((one) => typing(one, typed));
      const timed = await race(contenders, { rounds: quick ? 10 : 40, warmUp: 10, steps: 8 });
      const first = timed[0] as Timed;
      for (const [i, { median, p95 }] of timed.entries()) {
        const ratio = median / first.median;
        const name = `${megabytes(size)}, \`${typed}\`, ${all[i]?.name}`;
        rows.push([name, ms(median), ms(p95), i === 0 ? '' : `${times(ratio)} ${atMost(ratio, MAX_RATIO)}`]);
      }
    }
  }
  table(['document', 'p50', 'p95', `of Harmony (≤ ${MAX_RATIO}×)`], rows);
}
