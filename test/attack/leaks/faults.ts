/** Single faults in a text: one in a character, one in a token, or a text that begins or ends in the middle. */

import { wireTokens } from '../../../server/src/grammar/chatml-wire.ts';
import { chatmlTokens, controlTokens, sequencePairs, thoughtMarkers } from '../../../server/src/grammar/index.ts';
import { families } from '../../../server/src/syntax/families/index.ts';
import type { Span } from '../../../server/src/syntax/span.ts';
import { isJson, type Subject } from './subject.ts';

/** A fault: a span of a subject's text is replaced with `insert`. */
export interface Fault extends Span {
  readonly insert: string;
  readonly kind: string;
}

/** Characters that are inserted or that replace another one: spaces, signs that tokens consist of, a Latin letter and a Cyrillic one. */
const nastyInText = [' ', '\u00a0', '\u200b', '\n', '\t', '"', "'", '`', '<', '|', '>', '\\', 'x', '\u0430'];
/** The same for JSON, including the characters of JSON's own syntax. */
const nastyInJson = [' ', '\u200b', '\n', '"', "'", '<', '\\', 'x', '{', '}', '[', ']', ',', ':', '/'];

/** Whether a fault is within one of the marked words. Such a fault would only damage the word, so that the test could not find it. */
const inWord = (subject: Subject, { start, end }: Span) =>
  [...subject.hidden, ...subject.shown].some((word) => start < word.end && end > word.start);

export function* characterFaults(subject: Subject): Generator<Fault> {
  const { text, target } = subject;
  const nasty = isJson(subject.dialect) ? nastyInJson : nastyInText;
  for (let start = target.start; start < target.end; start++) {
    const gap = { start, end: start };
    if (!inWord(subject, { start: start - 1, end: start + 1 }) || !inWord(subject, { start, end: start + 1 })) {
      for (const insert of nasty) yield { ...gap, insert, kind: 'character inserted' };
    }
    const one = { start, end: start + 1 };
    const char = text[start] as string;
    if (inWord(subject, one)) continue;
    yield { ...one, insert: '', kind: 'character deleted' };
    yield { ...one, insert: char + char, kind: 'character doubled' };
    for (const insert of nasty) if (insert !== char) yield { ...one, insert, kind: 'character replaced' };
    const other = char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase();
    if (other !== char) yield { ...one, insert: other, kind: 'case of a character' };
  }
}

/** The tags of ChatML models. */
const tags = ['<think>', '</think>', '<tool_call>', '</tool_call>', '<tool_response>', '</tool_response>'];
const textsOf = (facts: readonly { readonly text: string }[]) => facts.map(({ text }) => text);

const plain = Object.values(families).filter(({ has }) => has.plainFrames);

/** Returns the tokens that may occur in a subject. */
function vocabulary({ dialect, text }: Subject): string[] {
  if (dialect === 'chatml-wire')
    return [...wireTokens.flatMap(({ name, aliases }) => [name, ...aliases]), ...tags.slice(0, 2)];
  if (isJson(dialect)) return [...tags, ...textsOf(thoughtMarkers)];
  const family = plain.find(({ frame }) => frame.openers.some((one) => text.includes(one.text)));
  if (!family) return textsOf([...controlTokens, ...thoughtMarkers, ...chatmlTokens.slice(0, 2)]);
  const { tokens, has } = family;
  return [
    ...textsOf(tokens),
    ...(has.taggedParts ? tags : tags.slice(0, 2)),
    ...['<|start|>', '<|channel|>'],
    ...(has.sequenceMarks ? sequencePairs.map(({ begin }) => begin) : ['<|im_start|>', '<|im_end|>']),
  ];
}

/** Ways to misspell a token. */
const misspellings: readonly (readonly [kind: string, write: (token: string) => string | undefined])[] = [
  ['upper case', (token) => token.toUpperCase()],
  ['capital', (token) => token.replace(/[a-z]/, (letter) => letter.toUpperCase())],
  ['escaped as in Markdown', (token) => token.replaceAll('|', '\\|').replaceAll('_', '\\_')],
  ['escaped as in OpenChatML', (token) => `<${token}`],
  ['full width', (token) => token.replace('<', '＜').replaceAll('|', '｜').replace(/>$/, '＞')],
  ['full width bars', (token) => token.replaceAll('|', '｜')],
  ['no first bar', (token) => token.replace('|', '')],
  ['no last bar', (token) => token.replace(/\|>$/, '>')],
  // Thoughts and calls without bars are custom tags, so they are skipped.
  ['no bars', (token) => (token.includes('_') && !token.includes('im_') ? undefined : token.replaceAll('|', ''))],
  ['space before it closes', (token) => token.replace(/\|?>$/, ' $&')],
  ['space after <', (token) => token.replace('<', '< ')],
  ['spaced', (token) => token.replace('|', '| ').replace(/\|>$/, ' |>')],
  ['hyphen', (token) => token.replace('_', '-')],
  ['no underscore', (token) => token.replaceAll('_', '')],
  ['letters swapped', (token) => token.replace(/([a-z])([a-z])(?=\W*$)/, '$2$1')],
  ['letters swapped at its start', (token) => token.replace(/([a-z])([a-z])/, '$2$1')],
  ['suffix', (token) => token.replace(/(?=\W+$)/, 'ing')],
];

const written = /<\|\w+\|>|<\/?(?:think|tool_call|tool_response|tools)>|\[[BE]OS\]|<\/?s>/g;

export function* tokenFaults(subject: Subject): Generator<Fault> {
  const { text, target } = subject;
  const others = vocabulary(subject);
  for (const { index: start, 0: token } of text.matchAll(written)) {
    const span = { start, end: start + token.length };
    if (start < target.start || span.end > target.end) continue;
    yield { ...span, insert: '', kind: 'token deleted' };
    yield { ...span, insert: token + token, kind: 'token doubled' };
    for (const other of others)
      if (other !== token) yield { ...span, insert: other, kind: `token swapped for ${other}` };
    for (const [kind, write] of misspellings) {
      const insert = write(token);
      if (insert !== undefined && insert !== token) yield { ...span, insert, kind: `token: ${kind}` };
    }
  }
}

/** Yields faults that make the text begin or end in the middle, alone or after a good message. */
export function* cuts({ text, target, good }: Subject): Generator<Fault> {
  for (let at = target.start + 1; at < target.end; at++) {
    yield { start: target.start, end: at, insert: '', kind: 'begun in the middle' };
    yield { start: 0, end: at, insert: good, kind: 'begun in the middle after a good message' };
    yield { start: at, end: text.length, insert: '', kind: 'broken off' };
    if (target.end < text.length) yield { start: at, end: target.end, insert: '', kind: 'end of a message lost' };
  }
}

export function faultsOf(subject: Subject): Fault[] {
  return [...characterFaults(subject), ...tokenFaults(subject), ...cuts(subject)];
}

export function apply({ text }: Subject, { start, end, insert }: Fault): string {
  return text.slice(0, start) + insert + text.slice(end);
}
