/**
 * Does work in advance while no document is open, so that the first document does not have to wait for it: loads the
 * rules, YAML and the parser for declarations, and calls functions, since V8 compiles a function when it is first
 * called.
 */
import { createChecker, openDocument } from '../documents/document.ts';

const tools = '<|start|>developer<|message|>namespace functions {\ntype f = (_: { a: string }) => any;\n}<|end|>\n';
const turn = (id: number) =>
  `<|start|>user<|message|>a\n\n- b<|end|>\n<|start|>assistant<|channel|>analysis<|message|>a\n\n- b<|end|>\n` +
  `<|start|>assistant to=functions.f call_id=${id}<|channel|>commentary<|constrain|>json<|message|>{"a": 1}<|call|>\n` +
  `<|start|>tool name=functions.f call_id=${id}<|channel|>commentary<|message|>{"ok": true, "content": [1]}<|end|>\n`;

/** Documents with typical content. Each of them uses code that the previous ones do not. */
const samples = [
  '<|start|>user<|message|>Hi.<|end|>\n<|start|>assistant<|channel|>final<|message|>Hi.<|return|>\n',
  'version: 2.2\n<|start|>user<|message|>a <|b<|end|>\nc\n',
  `version: 2.2\n${tools}${turn(0)}`,
  // A long document, since V8 optimizes functions that run often.
  Array.from({ length: 50 }, (_, id) => turn(id)).join(''),
];

/**
 * Runs the next step whenever no request is waiting. Stops as soon as `idle` returns false, which means that a document has been opened.
 */
export function warmUp(idle: () => boolean): void {
  const work = steps();
  setImmediate(function next() {
    if (idle() && !work.next().done) setImmediate(next);
  });
}

function* steps(): Generator<void> {
  for (const text of samples) {
    const transcript = openDocument('warm-up:', 'ocml', 0, text, undefined);
    const checker = createChecker(transcript, { strict: false, levels: {} });
    const check = () => {
      checker.update();
      for (const problem of checker.problems(100).problems) checker.rangeOf(problem);
    };
    check();
    yield;
    // Simulates the first keystroke, in a body and in a header.
    for (const token of ['<|end|>', '<|message|>']) {
      const start = transcript.positionAt(text.lastIndexOf(token));
      transcript.update([{ range: { start, end: start }, text: 'x' }], 1);
      check();
    }
    yield;
  }
}
