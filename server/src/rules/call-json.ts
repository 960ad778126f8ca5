import { modelRole } from '../grammar/index.ts';
import { callJson } from '../model/calls/body-calls.ts';
import { learnedArguments } from '../model/calls/learned-calls.ts';
import { type Block, has, Trait } from '../syntax/block.ts';
import { faultText } from '../syntax/json/faults.ts';
import { parseValues } from '../syntax/json/values.ts';
import { isToolName } from '../syntax/tool-name.ts';
import { firstLine } from './support/places.ts';
import { Aspect, type Report, type Rule } from './support/rule.ts';

/** Checks the name and the arguments of each call in a learned dialect. */
function checkLearned(block: Block, role: string | undefined, report: Report): void {
  const { mayCall, parts } = block.family;
  for (const { kind, name } of (mayCall?.(block) && parts?.(block, role)) || []) {
    if (kind !== 'call' || name === undefined || isToolName(name.value)) continue;
    // A misspelled mark is reported separately.
    const marks = block.family.misspelledMarks?.(block) ?? [];
    if (!marks.some(({ start }) => start >= name.start && start < name.end))
      report(
        firstLine(block.text, name),
        'This is not a valid tool name, so the call is not in the form of this dialect. Choose the chat template of the model as the dialect.',
      );
  }
  for (const span of learnedArguments(block, role)) {
    const text = block.text.slice(span.start, span.end);
    const { values, error } = parseValues(text);
    if (error === undefined || values.length > 0) continue;
    const [start, end] = [span.start + error.start, span.start + Math.max(error.end, error.start + 1)];
    report(
      firstLine(block.text, { start, end }),
      `The arguments of this call do not parse, so the call fails: ${faultText(error)}.`,
    );
  }
}

/**
 * Reports a body that is meant as a tool call in JSON, but does not parse. At the end of a truncated document, `E-STREAM-TRUNCATED` reports
 * the body instead.
 */
export const rule: Rule = {
  code: 'call-json',
  title: 'Call that is not JSON',
  section: 'Llama 3',
  level: 'warning',
  needs: ['bodyCalls'],
  message: {
    when: Aspect.Assistant,
    check({ block, role }, _context, report) {
      if (block.family.learned !== undefined) {
        if (!has(block, Trait.Open)) checkLearned(block, role, report);
        return;
      }
      const span = role === modelRole && !has(block, Trait.Open) ? callJson(block) : undefined;
      if (span === undefined) return;
      const text = block.text.slice(span.start, span.end);
      const { values, error } = parseValues(text);
      const rest = text.slice(values.at(-1)?.end ?? 0).trimStart();
      // Several calls are separated by a semicolon, and text may follow one.
      if (error === undefined || !rest.startsWith('{')) return;
      const [start, end] = [span.start + error.start, span.start + Math.max(error.end, error.start + 1)];
      report(
        firstLine(block.text, { start, end }),
        `This call does not parse, so servers pass it on as text: ${faultText(error)}.`,
      );
    },
  },
};
