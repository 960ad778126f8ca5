/**
 * Messages without `<|start|>`: completions, which begin inside a header, and messages whose opener the model omitted. They
 * are found only by tokens and the few words before them.
 */
import { attributes, channels, modelRole, roles, toolRolePrefixes } from '../../grammar/index.ts';
import { Trait } from '../block.ts';
import { skipSpace } from '../cutter.ts';
import { CHANNEL, CONSTRAIN, MESSAGE, START, tokenAt } from '../tokens/tokens.ts';

/** Where a message begins (UTF-16 offset), and its traits: none if it begins with `<|start|>`. */
export interface Opening {
  readonly at: number;
  readonly traits: number;
}

const words = (facts: readonly { readonly name: string }[]) => facts.map(({ name }) => name).join('|');
const [functions, ...builtins] = toolRolePrefixes;
const role = `(?:${words(roles)}|${functions}\\.[^\\s<]+|(?:${builtins.join('|')})(?:\\.[^\\s<]+)?)`;
/** A role directly before a token (where the tested text ends), or before an attribute. */
const beginsHeader = new RegExp(`(?<!\\S)${role}(?=[ \\t]*$|[ \\t]+(?:${words(attributes)})=)`);
const channelName = new RegExp(`^(?:${words(channels)})[ \\t]*$`);
const recipient = 'to=';

/** A role further than this from a token is a word in the text between messages (UTF-16 units). */
export const MAX_HEADER_LENGTH = 400;

const lost = Trait.Implied | Trait.StartMissing;

/** The first message of a text, from `from` on. */
export function firstOpening(text: string, from: number, completions: boolean): Opening | undefined {
  const at = skipSpace(text, text.charCodeAt(from) === 0xfeff ? from + 1 : from);
  const first = structuralToken(text, at);
  if (first === undefined || first.token === START) return first && { at: first.at, traits: 0 };
  const isPart = first.token.kind === 'part';
  const skipped = completions && text.startsWith(modelRole, at);
  if (isPart && !skipped && roleBefore(text, at, first.at) === at) return { at, traits: lost };
  // Text that continues `<|start|>assistant`: any words in Harmony, a part of a header elsewhere.
  if (first.at > at ? completions || text.startsWith(recipient, at) : isPart && first.token !== CONSTRAIN)
    return { at, traits: Trait.Implied };
  if (first.at === at && isPart && completions) return { at, traits: Trait.Implied };
  return opening(text, from, false, first.token === CHANNEL);
}

/** The message after a terminator that ends at `from`. */
export function nextOpening(text: string, from: number): Opening | undefined {
  return opening(text, from, true, false);
}

/** `closed`: a terminator ends at `from`; `channel`: the first token is a `<|channel|>`, which begins a message anyway. */
function opening(text: string, from: number, closed: boolean, channel: boolean): Opening | undefined {
  let [start, directly] = [from, closed];
  for (let found = structuralToken(text, from); found; found = structuralToken(text, start)) {
    const { token, at } = found;
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

/** The start of a message without an opener that continues with the header part at `at`; the words before it begin at `from`. */
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
  // Part of a word, or a header after the opener of another dialect, is not a role here.
  return at > from && !/\s/.test(text[at - 1] as string) ? undefined : tokenBefore(text, at) ? undefined : at;
}

/** Whether an opener of another dialect ends at an offset. */
function tokenBefore(text: string, at: number): boolean {
  const start = text.charCodeAt(at - 1) === 62 ? text.lastIndexOf('<|', at - 3) : -1;
  const token = start < 0 ? undefined : tokenAt(text, start);
  return token?.kind === 'foreign' && start + token.text.length === at;
}

/** The first token from an offset on that begins, makes up or ends a message of 2.x. */
function structuralToken(text: string, from: number) {
  for (let at = text.indexOf('<|', from); at >= 0; at = text.indexOf('<|', at + 2)) {
    const token = tokenAt(text, at);
    if (token === START || token === CHANNEL || token === CONSTRAIN || token === MESSAGE) return { token, at };
    if (token?.kind === 'terminator') return { token, at };
  }
  return undefined;
}
