/** A message that is a stretch of another one. */
import { functionsNamespace } from '../../grammar/index.ts';
import type { Span } from '../../syntax/span.ts';
import type { Piece } from '../../write/index.ts';
import type { ConversationMessage } from '../conversation.ts';

/** A stretch of a body, and the message that it is in 2.2. */
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
  const whole = places.body(start, end);
  const { attributes = new Map(), constraint } = frame;
  return { ...frame, attributes, constraint, slot: false, places: { whole, of: () => whole, body: () => whole } };
}

/** A function as 2.2 calls it. */
export const inNamespace = (name: string): string => prefix + name;

/** A function that may be called this way already: chat APIs know no other tools. */
export const asFunction = (name: string): string => (name.startsWith(prefix) ? name : inNamespace(name));

const prefix = `${functionsNamespace}.`;
