/** Rows of a data set whose problems and contents are known, and the same in every run. */
import { randomFrom } from './random.ts';

const random = randomFrom(29_115);
const below = (n: number) => Math.floor(random() * n);
const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
const words = ['hello', 'grün', 'tool', 'call', 'why', 'because', 'a\nb', '"yes"', 'weather', 'x'];
const say = (count: number) => Array.from({ length: 1 + below(count) }, () => pick(words)).join(' ');

interface Message {
  readonly role: string;
  readonly content: string;
  readonly reasoning_content?: string;
}

function conversation(): { readonly messages: readonly Message[] } {
  const messages: Message[] = [];
  if (below(2) === 0) messages.push({ role: 'system', content: say(5) });
  for (let i = 0; i <= below(3); i++) {
    messages.push({ role: 'user', content: say(30) });
    if (below(5) > 0)
      messages.push({
        ...{ role: 'assistant', content: say(300) },
        ...(below(3) === 0 && { reasoning_content: say(9) }),
      });
    // Some rows have faults.
    else if (below(3) === 0) messages.push({ role: 'asistant', content: '' });
    else if (below(4) > 1) messages.push({ role: 'assistant', content: `${say(5)}<|im_end|>` });
  }
  return { messages };
}

export const rows = Array.from({ length: 3000 }, conversation);
export const texts = rows.map((row) => JSON.stringify(row));
export const lines = `${texts.join('\n')}\n`;
/** Returns the numbers of the rows for which a condition is true. */
export const numbersOf = (holds: (row: (typeof rows)[number], index: number) => boolean): number[] =>
  rows.flatMap((row, i) => (holds(row, i) ? i + 1 : []));
