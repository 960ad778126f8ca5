/** One answer of a model whose log has its thoughts, its words and its calls as separate records: they become one message. */
import type { JsonNode } from '../../../syntax/json/nodes.ts';
import type { Span } from '../../../syntax/span.ts';
import { answerAt } from './message-nodes.ts';
import type { SessionBuilder } from './session.ts';

interface Piece {
  /** Parts of the content that say what the model thought. */
  readonly thoughts?: readonly JsonNode[];
  readonly parts?: readonly JsonNode[];
  readonly call?: JsonNode;
}

export class AnswerParts {
  private at: Span | undefined;
  /** Where the answer that was last added to begins. */
  lastStart: number | undefined;
  private readonly parts: JsonNode[] = [];
  private readonly calls: JsonNode[] = [];

  constructor(private readonly session: SessionBuilder) {}

  /** Whether something was called in it: what is said afterwards belongs to the next answer, if replies came before that. */
  get calling(): boolean {
    return this.calls.length > 0;
  }

  /** Adds to the answer. The message has the place of its first record, to the end of its last one. */
  add({ start, end }: Span, { thoughts = [], parts = [], call }: Piece): void {
    this.at = { start: this.at?.start ?? start, end };
    this.lastStart = this.at.start;
    for (const part of thoughts) this.parts.push(part);
    for (const part of parts) this.parts.push(part);
    if (call) this.calls.push(call);
  }

  /** Says the answer, if there is any: somebody else speaks next. */
  finish(): void {
    if (this.at) this.session.say(answerAt(this.at, this.at, this.parts.splice(0), this.calls.splice(0)));
    this.at = undefined;
  }
}
