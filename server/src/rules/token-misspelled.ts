import { type Block, has, Trait } from '../syntax/block.ts';
import { segments } from '../syntax/body.ts';
import { type Family, families } from '../syntax/families/index.ts';
import {
  type MisspelledToken,
  misspelledAt,
  misspellings,
  tokenBegins,
  unfinishedAt,
} from '../syntax/tokens/misspelled.ts';
import { quote } from '../syntax/wording.ts';
import { misspelledEnd } from './support/misspelled-end.ts';
import { Aspect, type Report, type Rule } from './support/rule.ts';
import { inSeams } from './support/seam.ts';

/** Reports the misspelled tokens that are meant as a token of the family. */
function reportAll(all: Iterable<MisspelledToken>, { tokens }: Family, report: Report): void {
  for (const misspelled of all) {
    const { text, token } = misspelled;
    if (!tokens.includes(token)) continue;
    report(
      misspelled,
      `\`${text}\` is not a control token: models and parsers take it for text. Did you mean \`${token.text}\`?`,
      {
        data: { suggestion: token.text },
      },
    );
  }
}

const nowhere = (_at: number) => false;

function look({ text, family }: Block, from: number, to: number, report: Report, isInSeam = nowhere): void {
  const all = [...misspellings(text, from, to, family.spellings)].filter(({ start }) => !isInSeam(start));
  reportAll(all, family, report);
}

/** The families, apart from those of 2.x, to which a document may belong as long as no token determines its dialect. */
const others = Object.values(families).filter(({ has }) => !has.channels);

/** Whether a misspelled token of these families begins at an offset. */
export function otherMisspelledAt(text: string, at: number): boolean {
  return others.some(({ spellings }) => misspelledAt(text, at, spellings) !== undefined);
}

/** Whether a text is the beginning of a token of these families. */
export function otherTokenBegins(text: string): boolean {
  return others.some(({ spellings }) => tokenBegins(text, spellings));
}

/**
 * Whether a block is the whole document and has no token that determines the dialect. Then a misspelled token may belong to any dialect.
 */
export function tellsNoDialect({ kind, family }: Block, isLast: boolean): boolean {
  return isLast && kind === 'prelude' && family.has.channels;
}

/** Reports a token in the wrong case, escaped by Markdown, full-width, spaced, or cut off. */
export const rule: Rule = {
  code: 'token-misspelled',
  title: 'Misspelled control token',
  section: '2.2 §3',
  level: 'warning',
  needs: [],
  whileTyped: true,
  header({ header }, { family }, report) {
    reportAll(header.misspelled, family, report);
  },
  message: {
    when: Aspect.Odd | Aspect.Bodyless | Aspect.Unclosed,
    check({ block, header }, _context, report) {
      const { text } = block;
      if (!has(block, Trait.HasMessage)) look(block, header.bodyStart, block.bodyEnd, report);
      const isInSeam = inSeams(block);
      for (const { kind, start, end } of segments(block)) {
        if (kind === 'text') look(block, start, end, report, isInSeam);
      }
      const end = misspelledEnd(block);
      const marks = block.family.misspelledMarks?.(block).filter(({ start }) => start !== end?.start) ?? [];
      reportAll(
        marks.map((mark) => ({ ...mark, text: text.slice(mark.start, mark.end) })),
        block.family,
        report,
      );
      if (end?.nearly) {
        const quotedText = quote(text.slice(end.start, end.end));
        report(
          end,
          `${quotedText} is a misspelled \`${end.token.text}\`, so nothing ends this message. Write \`${end.token.text}\`.`,
          { data: { suggestion: end.token.text } },
        );
      }
      const cut =
        has(block, Trait.Open) && has(block, Trait.HasMessage) ? unfinishedAt(text, block.family.spellings) : undefined;
      // `E-STREAM-TRUNCATED` reports a terminator that is cut off.
      if (cut && cut.start >= block.bodyStart && cut.token.kind !== 'terminator') {
        report(
          { start: cut.start, end: text.length },
          `\`${text.slice(cut.start)}\` is an incomplete token. Complete it to \`${cut.token.text}\`, or remove it.`,
          {
            data: { suggestion: cut.token.text },
          },
        );
      }
    },
  },
  gap: {
    check(block, from, _context, report, isLast) {
      look(block, from, block.text.length, report);
      if (!tellsNoDialect(block, isLast)) return;
      const { text } = block;
      for (const family of others) {
        const misspelledTokens = [...misspellings(text, from, text.length, family.spellings)];
        const unseen = misspelledTokens.filter(({ start }) => !misspelledAt(text, start));
        reportAll(unseen, family, report);
      }
    },
  },
};
