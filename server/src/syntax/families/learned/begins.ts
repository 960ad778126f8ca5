/** Tests whether a text begins as a template would write it, for templates that were found near the file. */
import type { LearnedFacts } from './facts.ts';

/** The length of the text that is examined (UTF-16 units). */
export const MAX_BEGINNING = 100_000;

/**
 * Whether a text begins like a text of this dialect: with a message, perhaps after leading marks, or with instructions that have no opener.
 * A second mark has to follow, since a text about the dialect may also begin with a mark.
 */
export function beginsAs({ lead, openers, terminators, leadsSystem }: LearnedFacts, text: string): boolean {
  const head = text.slice(0, MAX_BEGINNING);
  let at = skipped(head, 0);
  let hasLead = false;
  for (let mark = leadAt(); mark !== undefined; mark = leadAt()) {
    at = skipped(head, at + mark.length);
    hasLead = true;
  }
  const first = openers.find(({ text: opener, closes }) => !closes && head.startsWith(opener, at));
  const from = first ? at + first.text.length : at;
  const follows = [...openers.map((one) => one.text), ...terminators].some((mark) => head.includes(mark, from));
  return follows && (first !== undefined || (leadsSystem && hasLead));

  function leadAt(): string | undefined {
    return lead.find((mark) => mark !== '' && head.startsWith(mark, at));
  }
}

function skipped(text: string, from: number): number {
  let at = from;
  while (at < text.length && /[\s\uFEFF]/.test(text[at] as string)) at++;
  return at;
}
