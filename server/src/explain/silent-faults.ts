/**
 * Faults that a parser does not report in an accepted output. A token or a tag is missing or incomplete. An answer or a call therefore
 * becomes part of the text before it, or a value is spoiled.
 */

import { applyEdits, type Replacement } from '../fixes/proof/replacement.ts';
import type { Format, Parsed, Parser } from './parsers/parser.ts';
import { turnOf } from './parsers/turn.ts';
import { type Repaired, repairedAs } from './repair.ts';
import { headerWordsLost, lost } from './repair-invariants.ts';
import { swallowedHeader } from './swallowed.ts';
import { callLinesIn } from './whole-call.ts';

interface SilentFault {
  /** The UTF-16 offset at which text is missing. */
  readonly at: number;
  /** The edits that insert the missing text (sorted, not overlapping). */
  readonly edits: readonly Replacement[];
  readonly title: string;
  readonly says: string;
  /** The key of the fault in `causes`. */
  readonly kind: string;
}

/** Returns the first silent fault in an output. */
export const silentFault = (output: string, parsed: Parsed, format: Format): SilentFault | undefined =>
  finders[format].map((find) => find(output, parsed)).find((fault) => fault !== undefined);

type Finder = (output: string, parsed: Parsed) => SilentFault | undefined;

const insertion = (at: number, text: string): Replacement => ({ start: at, end: at, text });

/** Finds a call in a thought without an end tag; servers read everything as the thought. */
const callInThought: Finder = (output) => {
  const { start, end } = turnOf(output);
  const turn = output.slice(start, end);
  // Text before the opening tag is an answer, which servers would read as part of the thought.
  const thought = /^\s*<think>/.test(turn) ? turn.indexOf('<think>') : -1;
  const call = thought < 0 || turn.includes('</think>') ? -1 : turn.indexOf('<tool_call>', thought);
  if (call < 0) return undefined;
  const at = start + call;
  const endTag = /\n\s*$/.test(output.slice(thought, at)) ? '</think>\n\n' : '\n</think>\n\n';
  return {
    at,
    edits: [insertion(at, endTag)],
    title: 'Insert `</think>` before the call',
    says: 'The call is inside the thought: `</think>` is missing before `<tool_call>`.',
    kind: 'thought-open',
  };
};

/** Finds an end tag that lacks its `>`, so that it becomes part of the value, or of the text before it. */
const endTagOpen: Finder = (output) => {
  const match = /<\/(parameter|function|tool_call)(?=\s*(?:\n|$|<))/.exec(output);
  if (match === null || !output.includes('<function=')) return undefined;
  const at = match.index + match[0].length;
  const name = match[1] as string;
  return {
    at,
    edits: [insertion(at, '>')],
    title: `Close \`</${name}\` with \`>\``,
    says: `\`</${name}\` has no \`>\`, so it is read as text${name === 'parameter' ? ', and becomes part of the argument' : ''}.`,
    kind: 'end-tag-open',
  };
};

/** Finds a call in JSON without tags, after other text. */
const bareCall: Finder = (output) => {
  const { start, end } = turnOf(output);
  const turn = output.slice(start, end);
  if (/<\/?tool_call>|<function=/.test(turn)) return undefined;
  const call = callLinesIn(turn);
  if (call === undefined || turn.slice(0, call.start).trim() === '') return undefined;
  const [from, to] = [start + call.start, start + call.end];
  return {
    at: from,
    edits: [insertion(from, '<tool_call>\n'), insertion(to, '\n</tool_call>')],
    title: 'Insert `<tool_call>` before the call, and `</tool_call>` after it',
    says: 'The call has no tags around it, so no server reads it as a call.',
    kind: 'call-bare',
  };
};

const inHeader: Finder = (output, parsed) => {
  const fault = swallowedHeader(output, parsed);
  if (fault === undefined) return undefined;
  const { at, missing, says } = fault;
  return { at, edits: [insertion(at, missing)], title: `Insert \`${missing}\``, says, kind: 'swallowed' };
};

const finders: Readonly<Record<Format, readonly Finder[]>> = {
  harmony: [inHeader],
  chatml: [callInThought, endTagOpen, bareCall],
  model: [],
};

/** The maximum number of silent faults that are repaired. */
const MAX_REPAIRS = 12;

/** Inserts the missing text, provided that the parser then accepts the output and loses no more than before. */
export function repairSilentFaults(output: string, parser: Parser): Repaired | undefined {
  let [text, parsed] = [output, parser.read(output)];
  const fixes: string[] = [];
  while (fixes.length < MAX_REPAIRS) {
    const fault = silentFault(text, parsed, parser.format);
    if (fault === undefined) break;
    const edited = applyEdits(text, fault.edits);
    const now = parser.read(edited);
    if (!now.accepted || lost(now) > lost(parsed) || headerWordsLost(text, parser.format)(fault.edits, edited) !== 0)
      break;
    fixes.push(fault.title);
    [text, parsed] = [edited, now];
  }
  return fixes.length === 0 ? undefined : repairedAs(text, fixes, parser);
}
