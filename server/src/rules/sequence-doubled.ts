import { sequenceTokens } from '../grammar/index.ts';
import type { Rule } from './support/rule.ts';

const escaped = sequenceTokens.map(({ text }) => text.replaceAll('|', '\\|')).join('|');
/** Matches a token that occurs twice in a row at the beginning of a document. */
const twice = new RegExp(`^[\\s\\uFEFF]*(${escaped})[ \\t]*(?=\\1)`);

/** Reports a beginning-of-sequence token that occurs twice, because both the template and the tokenizer wrote it. */
export const rule: Rule = {
  code: 'sequence-doubled',
  title: 'The sequence begins twice',
  section: 'Language notes, A-141',
  level: 'warning',
  needs: ['plainFrames'],
  edges(first, _last, _context, report) {
    const [prefix, token = ''] = (first.kind === 'prelude' && twice.exec(first.text)) || [];
    if (prefix === undefined) return;
    report(
      first,
      { start: prefix.length, end: prefix.length + token.length },
      `\`${token}\` occurs twice, but models are trained with one and perform worse with two. Remove one; if this is a prompt, configure the tokenizer not to add one.`,
    );
  },
};
