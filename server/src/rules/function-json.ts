import { isHeldByString } from '../model/body-json.ts';
import { functionParts } from '../model/calls/functions.ts';
import { oddTags } from '../model/calls/odd-tags.ts';
import { callsIn, type OddForm, standsForEnd } from '../model/calls/tagged-calls.ts';
import { type TaggedPart, taggedParts } from '../model/calls/tagged-parts.ts';
import { unfinishedPart } from '../model/cut-off.ts';
import type { Block } from '../syntax/block.ts';
import { faultText, type JsonFault } from '../syntax/json/faults.ts';
import { parseValues } from '../syntax/json/values.ts';
import { quote } from '../syntax/wording.ts';
import { endsInString } from './support/broken-json.ts';
import { firstLine } from './support/places.ts';
import { Aspect, type Report, type Rule, type Severity } from './support/rule.ts';

/** Reports a function token that is not followed by JSON (0.1 §8), or a pair of tags without a call. */
export const rule: Rule = {
  code: 'function-json',
  title: 'No JSON after a function token',
  section: '0.1 §8',
  level: 'error',
  needs: ['functions'],
  chats: 'tagged',
  silentOnPlainValues: true,
  message: {
    when: Aspect.Odd | Aspect.Tagged,
    check({ block, role }, { training = false }, report) {
      const unfinished = unfinishedPart(block, role);
      for (const part of functionParts(block, role)) {
        const { token, start, end, error, payloadEnd } = part;
        if (token.of !== role) continue;
        // `E-STREAM-TRUNCATED` reports a part that is unfinished because the document is truncated. A fault before the cut is still
        // reported.
        const isCut = part === unfinished?.part;
        if (error !== undefined && !(isCut && error.start >= (unfinished?.json?.lastToken ?? 0))) {
          const span = firstLine(block.text, { start: error.start, end: Math.max(error.end, error.start + 1) });
          const why = isHeld(block, error, 0) ? endsInString(block, 'this string') : faultText(error);
          report(span, `The JSON after \`${token.text}\` does not parse: ${why}.`);
        } else if (payloadEnd === end && !isCut) {
          report({ start, end }, `Nothing follows \`${token.text}\`. Write the JSON after it.`);
        }
      }
      const parts = taggedParts(block, role);
      const odd = oddTags(block, role);
      for (const { meant, ...tag } of odd) {
        const says = `${quote(block.text.slice(tag.start, tag.end))} is a misspelled \`${meant}\`, so parsers do not find this call. Write \`${meant}\`.`;
        report(tag, says, { milder: 'warning' });
      }
      for (const [i, part] of parts.entries()) {
        const next = parts[i + 1];
        if (part.name !== 'tool_call' || part === unfinished?.part) continue;
        // The other tag of the pair is misspelled, which is already reported.
        if (odd.length > 0 && !(part.open && part.close)) continue;
        if (next && standsForEnd(block.text, part, next)) continue;
        if (standsForEnd(block.text, parts[i - 1], part)) {
          report(part.open ?? part, notTheEnd, { milder: 'warning' });
        } else checkCall(block, part, training, report);
      }
    },
  },
};

/** Whether the JSON breaks off in a string that contains the terminator. `from`: the start of the JSON. */
const isHeld = (block: Block, error: JsonFault | undefined, from: number) =>
  error?.code === 'string-unclosed' && isHeldByString(block, block.text.slice(from + error.start, block.bodyEnd));

const notTheEnd =
  '`<tool_call>` is written where `</tool_call>` belongs, so parsers may not find this call. Write `</tool_call>`.';
const forms =
  'A call is `{"name": "…", "arguments": {…}}`, or `<function=NAME>` with a `<parameter=KEY>` for each argument';

function checkCall(block: Block, part: TaggedPart, training: boolean, report: Report): void {
  const { open, close, inner } = part;
  const tag = open ?? close;
  if (tag === undefined) return;
  if (open === undefined || close === undefined) {
    const { error } = parseValues(block.text.slice(inner.start, inner.end));
    const text =
      open && isHeld(block, error, inner.start)
        ? `The call is cut off: ${endsInString(block, 'a string in it')}.`
        : open
          ? '`</tool_call>` is missing, so parsers may not find this call. Write it after the call.'
          : '`<tool_call>` is missing, so parsers find no call here. Write it before the call, or remove this tag.';
    report(tag, text, { milder: 'warning' });
    return;
  }
  const { calls, error, odd } = callsIn(block.text, part);
  const content = block.text.slice(inner.start, inner.end).trim();
  if (error !== undefined && content !== '') {
    const span = firstLine(block.text, { start: error.start, end: Math.max(error.end, error.start + 1) });
    // Some parsers accept calls in `<function=…>` tags, which others reject.
    const what = content.startsWith('<function=') ? 'Not every parser reads this call' : 'This is not a call';
    report(span, `${what}: ${error.message}. ${forms}.`, { milder: 'warning' });
  } else if (calls.length === 0) {
    report(tag, `There is no call between these tags. ${forms}.`, { milder: 'warning' });
  } else if (odd !== undefined) {
    const { says, milder } = oddForms[odd.kind];
    report(firstLine(block.text, odd), says, { milder: training && odd.kind === 'python' ? 'warning' : milder });
  }
}

/**
 * The messages for calls in unusual forms. Servers that do not recognize such a call return it as text, but the project's own parser may
 * recognize it.
 */
const oddForms: Readonly<Record<OddForm['kind'], { readonly says: string; readonly milder: Severity }>> = {
  python: {
    says: "This call is a Python dict, not JSON, so parsers such as vLLM's `hermes` fail on it and pass it on as text. Write it as JSON: double quotes, `true`, `false`, `null`.",
    milder: 'information',
  },
  several: {
    says: "This is a second call between the same tags. Parsers such as vLLM's `hermes` read one, and fail on more. Write `</tool_call>` and `<tool_call>` before it.",
    milder: 'warning',
  },
  list: {
    says: "This is a list of calls. Parsers such as vLLM's `hermes` take one object between the tags, and fail on a list. Give each call its own `<tool_call>`, unless your parser takes lists.",
    milder: 'information',
  },
};
