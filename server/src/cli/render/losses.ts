/**
 * Reports content that is missing from a prompt of `ocml render --template`. Each kind of content is reported once, with the numbers of the
 * messages that contain it.
 */
import type { HiddenCounts } from '../../templates/input/transcript.ts';
import { placeOf } from '../../templates/rows/left-out.ts';

/** Groups a template's notes on single messages into one note for each kind. */
export function groupedNotes(notes: readonly string[]): string[] {
  const kinds = new Map<string, number[]>();
  for (const note of notes) {
    const [, number, kind = note] = /^message (\d+): (.*)$/s.exec(note) ?? [];
    const numbers = kinds.get(kind) ?? [];
    kinds.set(kind, numbers);
    if (number !== undefined) numbers.push(Number(number));
  }
  return [...kinds].map(([kind, numbers]) => `${placeOf(numbers)}${kind}`);
}

const kindsOfHidden = [
  ['calls', 'call', 'calls'],
  ['replies', 'reply', 'replies'],
  ['thoughts', 'thought', 'thoughts'],
  ['others', 'other', 'others'],
] as const;

/** Returns notes on the parts of a transcript that are hidden from users; no notes if there are no such parts. */
export function hiddenNotes(hidden: HiddenCounts): string[] {
  const counts = kindsOfHidden.filter(([kind]) => hidden[kind] > 0);
  const total = counts.reduce((sum, [kind]) => sum + hidden[kind], 0);
  const kinds = counts.map(([kind, one, many]) => `${hidden[kind]} ${hidden[kind] === 1 ? one : many}`).join(', ');
  const kindsText = counts.every(([kind]) => kind === 'others') ? 'calls, replies or reasoning' : kinds;
  const { inPart, names } = hidden;
  return [
    ...(total > 0
      ? [
          `${total === 1 ? 'one message is' : `${total} messages are`} hidden from users, and omitted (${kindsText}). --debug includes ${total === 1 ? 'it' : 'them'}`,
        ]
      : []),
    ...(inPart > 0
      ? [
          `${inPart === 1 ? 'a part of one message, such as reasoning, is' : `parts of ${inPart} messages, such as reasoning, are`} hidden from users, and omitted. --debug includes ${inPart === 1 ? 'it' : 'them'}`,
        ]
      : []),
    ...(names > 0
      ? [
          `${names === 1 ? 'the name of a speaker is' : `the names of speakers are`} omitted from ${names === 1 ? 'one message' : `${names} messages`}. --debug includes ${names === 1 ? 'it' : 'them'}`,
        ]
      : []),
  ];
}
