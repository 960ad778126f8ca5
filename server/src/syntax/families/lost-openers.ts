/**
 * Finds messages without `<|start|>`: completions, which begin inside a header, and messages whose opener the model omitted.
 * Such messages are recognized only by a token and the few words before it.
 */
import { attributes, channels, modelRole, roles, toolRolePrefixes } from '../../grammar/index.ts';
import { Trait } from '../block.ts';
import { skipSpace } from '../cutter.ts';
import { CHANNEL, CONSTRAIN, MESSAGE, START, tokenAt } from '../tokens/tokens.ts';

/**
 * The offset at which a message begins (UTF-16), and the traits of its beginning. A message that begins with `<|start|>` has no such
 * traits.
 */
export interface Opening {
  readonly at: number;
  readonly traits: number;
}

const words = (facts: readonly { readonly name: string }[]) => facts.map(({ name }) => name).join('|');
const [functions, ...builtins] = toolRolePrefixes;
const role = `(?:${words(roles)}|${functions}\\.[^\\s<]+|(?:${builtins.join('|')})(?:\\.[^\\s<]+)?)`;
/** Matches a role directly before a token, where the text ends, or before an attribute. */
const beginsHeader = new RegExp(`(?<!\\S)${role}(?=[ \\t]*$|[ \\t]+(?:${words(attributes)})=)`);
const channelName = new RegExp(`^(?:${words(channels)})[ \\t]*$`);
const recipient = 'to=';

/**
 * The maximum distance between a role and the token after it. At a greater distance, the role is a word in the text between messages
 * (UTF-16 units).
 */
export const MAX_HEADER_LENGTH = 400;

const lost = Trait.Implied | Trait.StartMissing;

/** Finds the first message of a text at or after `from`. */
export function firstOpening(text: string, from: number, completions: boolean): Opening | undefined {
  const at = skipSpace(text, text.charCodeAt(from) === 0xfeff ? from + 1 : from);
  const first = structuralToken(text, at);
  if (first === undefined || first.token === START) return first && { at: first.at, traits: 0 };
  const isPart = first.token.kind === 'part';
  const skipped = completions && text.startsWith(modelRole, at);
  if (isPart && !skipped && roleBefore(text, at, first.at) === at) return { at, traits: lost };
  // The text may continue `<|start|>assistant`. In Harmony, it may then begin with any words; in other dialects, only with a part of a
  // header.
  if (first.at > at ? completions || text.startsWith(recipient, at) : isPart && first.token !== CONSTRAIN)
    return { at, traits: Trait.Implied };
  if (first.at === at && isPart && completions) return { at, traits: Trait.Implied };
  return opening(text, from, false, first.token === CHANNEL);
}

/** Finds the message after a terminator that ends at `from`. */
export function nextOpening(text: string, from: number): Opening | undefined {
  return opening(text, from, true, false);
}

/**
 * Finds the next message. `closed`: whether a terminator ends at `from`; `channel`: whether the first token is `<|channel|>`, which begins
 * a message even without an opener.
 */
function opening(text: string, from: number, closed: boolean, channel: boolean): Opening | undefined {
  let [start, directly] = [from, closed];
  for (let match = structuralToken(text, from); match; match = structuralToken(text, start)) {
    const { token, at } = match;
    if (token === START) return { at, traits: 0 };
    if (token.kind === 'part') {
      const begun = lostOpener(text, start, at, directly);
      if (begun !== undefined) return { at: begun, traits: lost };
      if (channel && start === from) return { at, traits: Trait.Implied };
    }
    directly = token.kind === 'terminator';
    start = at + token.text.length;
  }
  return undefined;
}

/** The beginning of a message without an opener, if the token at `at` is part of its header. The words before the token begin at `from`. */
function lostOpener(text: string, from: number, at: number, directly: boolean): number | undefined {
  if (directly) {
    const first = skipSpace(text, from);
    const token = tokenAt(text, at);
    if (first === at && token !== CONSTRAIN) return at;
    if (text.startsWith(recipient, first)) return first;
    if (token === CHANNEL && at - first < MAX_HEADER_LENGTH && channelName.test(text.slice(first, at))) return first;
  }
  return roleBefore(text, from, at);
}

function roleBefore(text: string, from: number, to: number): number | undefined {
  const start = Math.max(from, to - MAX_HEADER_LENGTH);
  const match = beginsHeader.exec(text.slice(start, to));
  if (match === null) return undefined;
  const at = start + match.index;
  // The word is not a role if it is part of a longer word, or if it follows the opener of another dialect.
  return at > from && !/\s/.test(text[at - 1] as string) ? undefined : tokenBefore(text, at) ? undefined : at;
}

/** Whether an opener of another dialect ends at an offset. */
function tokenBefore(text: string, at: number): boolean {
  const start = text.charCodeAt(at - 1) === 62 ? text.lastIndexOf('<|', at - 3) : -1;
  const token = start < 0 ? undefined : tokenAt(text, start);
  return token?.kind === 'foreign' && start + token.text.length === at;
}

/** The first token at or after an offset that begins or ends a message of 2.x, or that is part of its header. */
function structuralToken(text: string, from: number) {
  for (let at = text.indexOf('<|', from); at >= 0; at = text.indexOf('<|', at + 2)) {
    const token = tokenAt(text, at);
    if (token === START || token === CHANNEL || token === CONSTRAIN || token === MESSAGE) return { token, at };
    if (token?.kind === 'terminator') return { token, at };
  }
  return undefined;
}
