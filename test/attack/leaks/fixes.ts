/**
 * No fix reveals hidden text silently: if text is shown after a fix that was hidden before, the title of the fix must say so ("… (shows
 * hidden text to users)"). Such a fix is never applied together with all others, and is preferred only if it shows a user's own message.
 */
import type { UserView } from '../../../server/src/features/user-view.ts';
import { announcesReveal } from '../../support/reveal.ts';
import { type Offer, offersOf, openText, type Text, viewsOf } from './views.ts';

const words = /[\p{L}\p{N}_]{2,}/gu;

/** The visible part of a text: how often each word occurs, and the views that contain it. */
interface Seen {
  readonly counts: ReadonlyMap<string, number>;
  readonly views: readonly UserView[];
}

function count(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const [word] of text.matchAll(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

function seenOf(text: Text): Seen {
  const views = viewsOf(openText(text));
  return { counts: count(views.flatMap(({ messages }) => messages.map((one) => one.text))), views };
}

export interface Revealed {
  readonly offer: Offer;
  readonly word: string;
  readonly wrong: string;
}

/** Returns the fixes of a text that show what was hidden although they must not. */
export async function revealing(text: Text): Promise<Revealed[]> {
  const document = openText(text);
  const offers = await offersOf(document);
  if (offers.length === 0) return [];
  const before = seenOf(text);
  const there = count([text.text]);
  const found: Revealed[] = [];
  for (const offer of offers) {
    const after = seenOf({ ...text, text: offer.after });
    for (const [word, times] of after.counts) {
      const had = before.counts.get(word) ?? 0;
      // A word that the fix itself inserts was not hidden.
      if (times <= had || (there.get(word) ?? 0) <= had) continue;
      const wrong = wrongOf(offer, word, after);
      if (wrong !== '') found.push({ offer, word, wrong });
      if (wrong !== '') break;
    }
  }
  return found;
}

function wrongOf({ title, preferred, all }: Offer, word: string, { views }: Seen): string {
  if (all) return 'is applied without asking';
  if (!announcesReveal(title)) return 'does not say so';
  const speakers = views.flatMap(({ messages }) =>
    messages.filter(({ text }) => text.includes(word)).map(({ role }) => role),
  );
  return preferred && speakers.some((role) => role !== 'user') ? 'is preferred' : '';
}
