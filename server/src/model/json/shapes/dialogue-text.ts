/**
 * Parses conversations in a single string, as in Anthropic's HH-RLHF: `\n\nHuman: …\n\nAssistant: …`. A conversation must begin
 * with the human, and the assistant must answer, so that prose with quoted lines of this kind does not count.
 */
import { modelRole, userRole } from '../../../grammar/index.ts';
import type { Span } from '../../../syntax/span.ts';

/** A turn, with its speaker. The span is that of its text in the string. */
export interface Turn extends Span {
  readonly role: typeof userRole | typeof modelRole;
}

const begins = /^\s*(Human|User):/;
/** Match the beginning of a turn: after an empty line or, if the text has no empty lines, after a line break. */
const markers = {
  apart: /(?:^\s*|\n\n)(Human|User|Assistant):(?: |(?=\n)|$)/g,
  close: /(?:^\s*|\n)(Human|User|Assistant):(?: |(?=\n)|$)/g,
};
const answerer = 'Assistant';

/**
 * Returns the turns of a string; undefined if the string is not a conversation of this kind. An empty last turn is omitted, since
 * the assistant is expected to write it.
 */
export function turnsOf(text: string): readonly Turn[] | undefined {
  // This check is fast, and excludes most texts by their first characters.
  if (!/^\s*Human:/.test(text) || !text.includes(`\n\n${answerer}:`)) return undefined;
  const matches = markersIn(text, markers.apart);
  if (matches.some(({ 1: name }, i) => (name === answerer) !== (i % 2 === 1))) return undefined;
  return between(matches, text);
}

/**
 * Returns the turns of an answer in a pair; undefined if the string does not begin with a turn of the human. Unlike in `turnsOf`,
 * a speaker may have two turns in a row, and a turn may begin without an empty line.
 */
export function pairTurnsOf(text: string): readonly Turn[] | undefined {
  const [, asker] = begins.exec(text) ?? [];
  if (asker === undefined) return undefined;
  const isApart = text.includes(`\n\n${answerer}:`);
  if (!isApart && !text.includes(`\n${answerer}:`)) return undefined;
  const matches = markersIn(text, isApart ? markers.apart : markers.close);
  return matches.some(({ 1: name }) => name !== asker && name !== answerer) ? undefined : between(matches, text);
}

/** Other formats for turns in the text of a row: that of Guanaco, and that of Vicuna's prompt. */
const dialogues: readonly { readonly begins: RegExp; readonly marker: RegExp; readonly answerer: string }[] = [
  { begins: /^\s*Human:/, marker: /(?:^\s*|\n)(Human|Assistant):(?: |(?=\n)|$)/g, answerer },
  { begins: /^\s*### Human:/, marker: /(?:^\s*|\s*)### (Human|Assistant):(?: |(?=\n)|$)/g, answerer },
  { begins: /^\s*USER:/, marker: /(?:^\s*|\n)(USER|ASSISTANT):(?: |(?=\n)|$)/g, answerer: 'ASSISTANT' },
];

/** Returns the turns of a string that is a whole conversation, in which user and assistant always alternate. */
export function dialogueTurnsOf(text: string): readonly Turn[] | undefined {
  const turns = turnsOf(text);
  if (turns) return turns;
  for (const { begins, marker, answerer } of dialogues) {
    if (!begins.test(text)) continue;
    const matches = markersIn(text, marker);
    if (matches.length < 2 || matches.some(({ 1: name }, i) => (name === answerer) !== (i % 2 === 1))) return undefined;
    return between(matches, text, answerer);
  }
  return undefined;
}

const markersIn = (text: string, marker: RegExp) => [...text.matchAll(marker)];

function between(matches: readonly RegExpExecArray[], text: string, model = answerer): Turn[] {
  return matches.flatMap(({ 0: marker, 1: name, index }, i) => {
    const start = index + marker.length;
    const end = matches[i + 1]?.index ?? text.length;
    if (i === matches.length - 1 && text.slice(start, end).trim() === '') return [];
    return [{ role: name === model ? modelRole : userRole, start, end }];
  });
}
