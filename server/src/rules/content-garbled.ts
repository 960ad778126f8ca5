import { type Garbled, garbledIn } from '../model/garbled.ts';
import { quote } from '../syntax/wording.ts';
import { contentLine } from './support/places.ts';
import { Aspect, type Extra, type Rule } from './support/rule.ts';

/** Reports text in a training row that a wrong encoding has garbled. */
export const rule: Rule = {
  code: 'content-garbled',
  title: 'Content damaged by a wrong encoding',
  section: 'Language notes, A-145',
  level: 'off',
  levels: { training: 'warning' },
  needs: [],
  projection: 'any',
  chats: 'contents',
  silentOnPlainValues: 'rows',
  message: {
    when: Aspect.Any,
    check(message, _context, report) {
      const { text } = message.content;
      const garbled = garbledIn(text);
      if (garbled) report(contentLine(message, garbled.start, garbled.end), ...wordsFor(text, garbled));
    },
  },
};

/** The message and the severity for garbled text. */
function wordsFor(text: string, { start, end, meant, certain }: Garbled): [says: string, extra: Extra] {
  const garbledText = quote(text.slice(start, end));
  return [
    meant === undefined
      ? `${garbledText} contains U+FFFD where bytes could not be decoded, and a model trained on this learns to write it. Decode the source again with its actual encoding, or remove the row.`
      : `${garbledText} should be ${quote(meant)}: UTF-8 was decoded as Windows-1252 or Latin-1, and a model trained on this learns to write it. Decode the source again, as UTF-8.`,
    certain ? {} : { milder: 'information' },
  ];
}
