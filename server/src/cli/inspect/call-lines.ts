/** Prints one call with its context, for people. */
import { type CallInContext, isThought, type Step } from '../../inspect/one-call.ts';

/** Returns the lines of a text, indented below their heading. */
const setIn = (text: string): string[] => text.split('\n').map((line) => (line === '' ? '' : `  ${line}`));

/** Returns the heading of a message before or after the call. */
function headingOf(step: Step): string {
  const { role = '?', to, line } = step;
  if (to !== undefined) return `${role} calls ${to}, line ${line}`;
  return isThought(step) ? `thought, line ${line}` : `${role}, line ${line}`;
}

/** Returns a comma and the duration of a call in seconds; an empty string if the log has no times. */
export const secondsOf = (duration: number | undefined): string =>
  duration === undefined ? '' : `, ${(duration / 1000).toFixed(1)} s`;

const compactedLine = ({ line, replaced }: NonNullable<CallInContext['compacted']>): string =>
  `compacted, line ${line}: for the model, a summary replaced ${replaced === 1 ? 'the message' : `the ${replaced} messages`} before this line`;

/** Returns the call with its number, and a section for each part of its context: the steps before it, the reply, and the next step. */
export function contextLines({ compacted, question, before, reply, next, ...call }: CallInContext): string[] {
  const { number, id, to, status, turn, line, duration } = call;
  const argumentsText = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments, null, 2);
  return [
    `call ${number}  ${id}  ${to}  ${status}  turn ${turn}, line ${line}${secondsOf(duration)}`,
    ...(compacted ? ['', compactedLine(compacted)] : []),
    ...(question ? ['', `question, line ${question.line}`, ...setIn(question.text)] : []),
    ...before.flatMap((step) => ['', headingOf(step), ...setIn(step.text)]),
    ...['', 'arguments', ...setIn(argumentsText)],
    ...(reply ? ['', `reply: ${status}, line ${reply.line}`, ...setIn(reply.text)] : ['', 'no reply']),
    ...next.flatMap((step, i) => ['', `${i === 0 ? 'then: ' : ''}${headingOf(step)}`, ...setIn(step.text)]),
  ];
}
