/**
 * What the first document would wait for, done while none is open: the rules, YAML and the parser of declarations are loaded
 * when something first needs them, and V8 compiles a function when it is first called.
 */
import { createChecker, openDocument } from '../documents/document.ts';

const tools = '<|start|>developer<|message|>namespace functions {\ntype f = (_: { a: string }) => any;\n}<|end|>\n';
const turn = (id: number) =>
  `<|start|>user<|message|>a\n\n- b<|end|>\n<|start|>assistant<|channel|>analysis<|message|>a\n\n- b<|end|>\n` +
  `<|start|>assistant to=functions.f call_id=${id}<|channel|>commentary<|constrain|>json<|message|>{"a": 1}<|call|>\n` +
  `<|start|>tool name=functions.f call_id=${id}<|channel|>commentary<|message|>{"ok": true, "content": [1]}<|end|>\n`;

/** Documents that have read and checked what most documents hold, one kind of thing after the other. */
const samples = [
  '<|start|>user<|message|>Hi.<|end|>\n<|start|>assistant<|channel|>final<|message|>Hi.<|return|>\n',
  'version: 2.2\n<|start|>user<|message|>a <|b<|end|>\nc\n',
  `version: 2.2\n${tools}${turn(0)}`,
  // What V8 runs often, it runs faster.
  Array.from({ length: 50 }, (_, id) => turn(id)).join(''),
];

/** Takes a step whenever nothing else waits, as long as `idle` says that there is no document yet. */
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
    // What the first key would wait for: in a body, and in a header.
    for (const token of ['<|end|>', '<|message|>']) {
      const start = transcript.positionAt(text.lastIndexOf(token));
      transcript.update([{ range: { start, end: start }, text: 'x' }], 1);
      check();
    }
    yield;
  }
}
