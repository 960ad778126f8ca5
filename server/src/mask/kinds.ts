/** Determines the kind of each token in a sequence: text of a message, the end of an answer, or text of the template. */
import type { AddedToken } from '../tokens/file/data.ts';
import type { RowSource } from './row.ts';
import type { Sequence } from './sequence.ts';

/** `stop`: the special token that ends an answer. `frame`: text of the template. */
export type TokenKind = 'answer' | 'reasoning' | 'call' | 'stop' | 'frame' | 'reply' | 'user' | 'system' | 'text';

export interface TokenKinds {
  readonly kinds: readonly TokenKind[];
  /** The index of the message to which each token belongs; undefined for tokens outside messages. */
  readonly messages: readonly (number | undefined)[];
  /** The assistant messages in the prompt by their index, each with the index of its stop token, if it has one. */
  readonly answers: ReadonlyMap<number, { readonly stop: number | undefined }>;
}

const speakers: ReadonlyMap<string, TokenKind> = new Map([
  ...['assistant', 'gpt', 'model', 'bot', 'chatgpt'].map((role) => [role, 'answer'] as const),
  ...['user', 'human'].map((role) => [role, 'user'] as const),
  ...['tool', 'function', 'ipython', 'observation', 'tool_response'].map((role) => [role, 'reply'] as const),
  ...['system', 'developer'].map((role) => [role, 'system'] as const),
]);

/** The keys of a message that identify the speaker or the call. Their values are not content. */
const names: ReadonlySet<string | undefined> = new Set(['role', 'from', 'name', 'type', 'id', 'tool_call_id']);

/** Returns the kind of text at an offset in a string of the row; undefined if the string is not content of a message. */
export function kindOf(
  { message, role, part, key, value }: RowSource,
  from: number | undefined,
): TokenKind | undefined {
  if (message === undefined) return part === 'text' || part === 'prompt' || part === 'completion' ? 'text' : 'system';
  if (names.has(part) || (part !== 'tool_calls' && names.has(key))) return undefined;
  const speaker = speakers.get(role ?? '') ?? 'user';
  if (speaker !== 'answer') return speaker;
  if (part === 'tool_calls' || part === 'function_call') return key === 'type' || key === 'id' ? undefined : 'call';
  if (part === 'reasoning_content' || part === 'reasoning' || part === 'thinking') return 'reasoning';
  const end = value.indexOf('</think>');
  return end >= 0 && from !== undefined && from < end ? 'reasoning' : 'answer';
}

/** Returns the kinds; undefined if the positions of tokens are uncertain. */
export function kindsOf(sequence: Sequence, addedTokens: ReadonlyMap<number, AddedToken>): TokenKinds | undefined {
  const { ids, places, mapped } = sequence;
  if (places === undefined) return undefined;
  const kinds: TokenKind[] = new Array<TokenKind>(ids.length).fill('frame');
  const messages: (number | undefined)[] = new Array<number | undefined>(ids.length).fill(undefined);
  const answers = new Map<number, { stop: number | undefined }>();
  let [next, open] = [0, -1];
  let until = 0;
  for (const [i, id] of ids.entries()) {
    const [start, end] = [places.starts[i] as number, places.ends[i] as number];
    while (next < mapped.length && (mapped[next]?.end ?? 0) <= start) next++;
    for (let k = next; k < mapped.length && (mapped[k]?.start ?? 0) < end; k++) {
      const { source, from, start: begins } = mapped[k] as (typeof mapped)[number];
      const kind = kindOf(source, from === undefined ? undefined : from + Math.max(0, start - begins));
      if (kind === undefined) continue;
      kinds[i] = kind;
      messages[i] = source.message;
      if (source.message === undefined || source.message === open) break;
      const isAnswer = kind === 'answer' || kind === 'reasoning' || kind === 'call';
      open = isAnswer ? source.message : -1;
      if (isAnswer && !answers.has(open)) answers.set(open, { stop: undefined });
      break;
    }
    if (kinds[i] !== 'frame' || open < 0) {
      until = i;
      continue;
    }
    messages[i] = open;
    if (addedTokens.get(id)?.special !== true) continue;
    // The stop token is the first special token after the last text of the message.
    const answer = answers.get(open);
    if (answer !== undefined && (answer.stop === undefined || answer.stop < until)) answer.stop = i;
  }
  for (const { stop } of answers.values()) if (stop !== undefined) kinds[stop] = 'stop';
  return { kinds, messages, answers };
}
