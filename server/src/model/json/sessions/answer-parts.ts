/** Combines the thoughts, text and calls of an answer into one message, since some logs have them in separate records. */
import type { JsonNode } from '../../../syntax/json/nodes.ts';
import type { Span } from '../../../syntax/span.ts';
import { answerAt } from './message-nodes.ts';
import type { SessionBuilder } from './session.ts';

interface Piece {
  /** Content parts with the model's thoughts. */
  readonly thoughts?: readonly JsonNode[];
  readonly parts?: readonly JsonNode[];
  readonly call?: JsonNode;
}

export class AnswerParts {
  private at: Span | undefined;
  /** The start of the answer that was last added to. */
  lastStart: number | undefined;
  private readonly parts: JsonNode[] = [];
  private readonly calls: JsonNode[] = [];

  constructor(private readonly session: SessionBuilder) {}

  /** Whether the answer has calls: text after their replies belongs to the next answer. */
  get calling(): boolean {
    return this.calls.length > 0;
  }

  /** Adds a part to the answer. The message extends from its first record to the end of its last one. */
  add({ start, end }: Span, { thoughts = [], parts = [], call }: Piece): void {
    this.at = { start: this.at?.start ?? start, end };
    this.lastStart = this.at.start;
    for (const part of thoughts) this.parts.push(part);
    for (const part of parts) this.parts.push(part);
    if (call) this.calls.push(call);
  }

  /** Adds the answer, if there is any, to the session: another speaker follows. */
  finish(): void {
    if (this.at) this.session.say(answerAt(this.at, this.at, this.parts.splice(0), this.calls.splice(0)));
    this.at = undefined;
  }
}
