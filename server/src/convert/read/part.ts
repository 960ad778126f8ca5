/** A message in a stretch of another message. */
import { functionsNamespace } from '../../grammar/index.ts';
import type { Span } from '../../syntax/span.ts';
import type { Piece } from '../../write/index.ts';
import type { ConversationMessage } from '../conversation.ts';

/** A stretch of a body, and the corresponding message of 2.2. */
export interface Part extends Span {
  readonly kind: 'thought' | 'call' | 'reply';
  readonly said: ConversationMessage;
}

interface Frame {
  readonly role: string;
  readonly attributes?: ReadonlyMap<string, string>;
  readonly channel: string;
  readonly constraint?: string | undefined;
  readonly pieces: readonly Piece[];
  readonly terminator: ConversationMessage['terminator'];
}

export function part({ places }: ConversationMessage, { start, end }: Span, frame: Frame): ConversationMessage {
  const span = places.body(start, end);
  const { attributes = new Map(), constraint } = frame;
  return { ...frame, attributes, constraint, slot: false, places: { whole: span, of: () => span, body: () => span } };
}

/** Returns the name of a function with the namespace that it has in 2.2. */
export const inNamespace = (name: string): string => prefix + name;

/** Adds the namespace of functions to a name, unless it already has it, since all tools of chat APIs are functions. */
export const asFunction = (name: string): string => (name.startsWith(prefix) ? name : inNamespace(name));

const prefix = `${functionsNamespace}.`;
