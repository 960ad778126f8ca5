import { type Block, has, Trait } from '../syntax/block.ts';
import { segments } from '../syntax/body.ts';
import { misspellings, unfinishedAt } from '../syntax/misspelled.ts';
import { Aspect, type Context, everywhere, type Report, type Rule } from './rule.ts';

function look({ text }: Block, from: number, to: number, { dialect }: Context, report: Report): void {
  for (const { start, end, token } of misspellings(text, from, to, dialect === 'openchatml-0.1')) {
    if (dialect === 'harmony' && token.harmonyId === undefined) continue;
    report(
      { start, end },
      `\`${text.slice(start, end)}\` is not a control token; it reads as text. Did you mean \`${token.text}\`?`,
      {
        data: { suggestion: token.text },
      },
    );
  }
}

/** A token in the wrong case, escaped by Markdown, full-width or spaced, or broken off. */
export const rule: Rule = {
  code: 'token-misspelled',
  title: 'Misspelt control token',
  section: '2.2 §3',
  level: 'warning',
  dialects: everywhere,
  message: {
    when: Aspect.Any,
    check({ block }, context, report) {
      const { text, headerEnd, traits } = block;
      if ((traits & (Trait.OddBody | Trait.Suspicious)) === 0 && headerEnd < 100 && !text.includes('< |')) return;
      look(block, 0, headerEnd, context, report);
      for (const { kind, start, end } of segments(block, context.escapes)) {
        if (kind === 'text') look(block, start, end, context, report);
      }
      const cut =
        has(block, Trait.Open) && has(block, Trait.HasMessage)
          ? unfinishedAt(text, has(block, Trait.ChatML))
          : undefined;
      if (cut && cut.start >= block.bodyStart) {
        report(
          { start: cut.start, end: text.length },
          `\`${text.slice(cut.start)}\` breaks off. Complete it to \`${cut.token.text}\`, or remove it.`,
          {
            data: { suggestion: cut.token.text },
          },
        );
      }
    },
  },
  gap: {
    check(block, from, context, report) {
      look(block, from, block.text.length, context, report);
    },
  },
};
