/**
 * What the first document would wait for, done while none is open: the rules, YAML and the parser of declarations are loaded
 * when something first needs them, and V8 compiles a function when it is first called.
 */
import { createChecker, openDocument } from '../documents/document.ts';

const call =
  '<|start|>assistant to=functions.f call_id=a<|channel|>commentary<|constrain|>json<|message|>{"a": 1}<|call|>';

/** Documents that have read and checked what most documents hold, one kind of thing after the other. */
const samples = [
  '<|start|>user<|message|>Hi.<|end|>\n<|start|>assistant<|channel|>final<|message|>Hi.<|return|>\n',
  'version: 2.2\n<|start|>user<|message|>a <|b<|end|>\nc\n',
  `version: 2.2\n<|start|>developer<|message|>namespace functions {\ntype f = (_: { a: string }) => any;\n}<|end|>\n${call}\n`,
];

/** Takes one sample whenever nothing else waits, as long as `idle` says that there is no document yet. */
export function warmUp(idle: () => boolean): void {
  const [...waiting] = samples;
  setImmediate(function next() {
    const text = idle() ? waiting.shift() : undefined;
    if (text === undefined) return;
    const transcript = openDocument('warm-up:', 'ocml', 0, text, undefined);
    const checker = createChecker(transcript, { strict: false, levels: {} });
    for (const problem of checker.problems(100).problems) checker.rangeOf(problem);
    setImmediate(next);
  });
}
