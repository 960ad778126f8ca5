import { functionParts } from '../model/calls/functions.ts';
import { taggedParts } from '../model/calls/tagged-parts.ts';
import { unfinishedPart } from '../model/cut-off.ts';
import { isObject } from '../syntax/is-object.ts';
import { members } from '../syntax/json/values.ts';
import { Aspect, type Rule } from './support/rule.ts';

/** Reports an output that is not an object with `name` and `content` (0.1 §8.3), or an unpaired `<tool_response>` tag (A-140). */
export const rule: Rule = {
  code: 'function-output',
  title: 'Function output without `name` or `content`',
  section: '0.1 §8.3',
  level: 'warning',
  needs: ['functions'],
  message: {
    when: Aspect.Reply | Aspect.Tagged,
    check({ block, role, kind }, _context, report) {
      for (const { token, values } of kind === 'reply' ? functionParts(block, role) : []) {
        if (token.name !== 'function_output') continue;
        for (const { value, start, end } of values) {
          const [span, fault] = faultIn(value, block.text.slice(start, end)) ?? [];
          if (span === undefined) continue;
          report(
            { start: start + span.start, end: start + span.end },
            `${fault} Write \`{"name": "…", "content": …}\`, with the name of the function that was called.`,
          );
        }
      }
      const cut = unfinishedPart(block, role)?.part;
      for (const part of taggedParts(block, role)) {
        const { name, open, close } = part;
        const tag = open ?? close;
        if (name !== 'tool_response' || (open && close) || tag === undefined || part === cut) continue;
        const [missingTag, where] = open ? ['</tool_response>', 'after'] : ['<tool_response>', 'before'];
        report(
          tag,
          `\`${missingTag}\` is missing, so parsers cannot tell what the tool returned. Write it ${where} the result.`,
        );
      }
    },
  },
};

/** Returns the fault of an output as a span in `text` and a sentence; undefined if it has none. */
function faultIn(value: unknown, text: string): readonly [{ start: number; end: number }, string] | undefined {
  const span = { start: 0, end: text.length };
  if (!isObject(value)) return [span, 'This output is not an object.'];
  const missingKeys = ['name', 'content'].filter((key) => !Object.hasOwn(value, key));
  if (missingKeys.length > 0)
    return [span, `This output lacks ${missingKeys.map((key) => `\`${key}\``).join(' and ')}.`];
  if (typeof value.name === 'string') return undefined;
  const member = members(text).findLast(({ key }) => key === 'name');
  return [member ? { start: member.valueStart, end: member.valueEnd } : span, '`name` is not a string.'];
}
