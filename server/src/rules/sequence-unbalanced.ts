import { beginMark, endMark, showsSequence } from '../model/sequence.ts';
import { type Block, has, Trait } from '../syntax/block.ts';
import type { Span } from '../syntax/span.ts';
import type { Rule } from './support/rule.ts';

const unmarked =
  'The sequence has no tokens for its beginning and end, such as `<s>` and `</s>`. Add them, unless your trainer does.';

/** The first token or word of a document without sequence tokens, where the fault is reported. */
function firstToken({ text }: Block): Span {
  const [word = ''] = /<\|\w+\|>|[^\s\uFEFF]+|$/.exec(text) ?? [];
  const start = text.indexOf(word);
  return { start, end: start + word.length };
}

/**
 * Reports a sequence with only one of its two tokens, or with tokens from two different pairs (0.1 §4, A-090, A-091). On request, also
 * reports a document with neither. An unfinished document, such as a prompt, has no end yet.
 */
export const rule: Rule = {
  code: 'sequence-unbalanced',
  title: 'Beginning and end of the sequence do not match',
  section: '0.1 §2, §4',
  level: 'warning',
  optIn: true,
  needs: ['sequenceMarks'],
  edges(first, last, context, report) {
    const begin = beginMark(first, context);
    const end = endMark(last, context);
    if (begin !== undefined && begin.pair === end?.pair) return;
    if (end === undefined) {
      if (last.kind === 'message' && has(last, Trait.Open)) return;
      if (begin === undefined) {
        // Files and fill-in-the-middle tasks need no sequence tokens.
        if (showsSequence(first) || showsSequence(last)) return;
        report(first, firstToken(first), unmarked, { optIn: true });
        return;
      }
      const { begin: open, end: close } = begin.pair;
      report(
        first,
        begin,
        `\`${open}\` begins a sequence that has no end. Add \`${close}\` at the end, or remove \`${open}\`.`,
        {
          data: { suggestion: close },
        },
      );
      return;
    }
    const { begin: open, end: close } = end.pair;
    const expected = begin?.pair.end;
    report(
      last,
      end,
      expected === undefined
        ? `\`${close}\` ends a sequence that has no beginning. Add \`${open}\` at the beginning, or remove \`${close}\`.`
        : `\`${close}\` does not match the \`${begin?.pair.begin}\` at the beginning. Write \`${expected}\`.`,
      { data: { suggestion: expected ?? open } },
    );
  },
};
