/** Combines the thoughts, the text and the calls of an answer into one message, since some logs have separate records for them. */
import type { JsonNode } from '../../../syntax/json/nodes.ts';
import type { Span } from '../../../syntax/span.ts';
import { answerAt } from './message-nodes.ts';
import type { SessionBuilder } from './session.ts';

interface Piece {
  /** Content parts with thoughts of the model. */
  readonly thoughts?: readonly JsonNode[];
  readonly parts?: readonly JsonNode[];
  readonly call?: JsonNode;
}

export class AnswerParts {
  private at: Span | undefined;
  /** The start of the answer to which a part was added last. */
  lastStart: number | undefined;
  private readonly parts: JsonNode[] = [];
  private readonly calls: JsonNode[] = [];

  constructor(private readonly session: SessionBuilder) {}

  /** Whether the answer has calls. If so, text after their replies belongs to the next answer. */
  get calling(): boolean {
    return this.calls.length > 0;
  }

  /** Adds parts to the answer. Its message extends from the first record to the end of the last one. */
  add({ start, end }: Span, { thoughts = [], parts = [], call }: Piece): void {
    this.at = { start: this.at?.start ?? start, end };
    this.lastStart = this.at.start;
    for (const part of thoughts) this.parts.push(part);
    for (const part of parts) this.parts.push(part);
    if (call) this.calls.push(call);
  }

  /** Ends the answer, if there is one, and adds it to the session. Called when another speaker follows. */
  finish(): void {
    if (this.at) this.session.say(answerAt(this.at, this.at, this.parts.splice(0), this.calls.splice(0)));
    this.at = undefined;
  }
}
