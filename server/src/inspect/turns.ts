/** The turns in a document as data. In the log of a session, they include the questions. */
import { calledTool, isAnswer, textOfPieces } from '../convert/conversation.ts';
import type { AnyDocument } from '../syntax/any-document.ts';
import { callsIn } from './calls.ts';
import { conversationsIn, type Unread } from './conversations.ts';
import { failures, sessionIn } from './session.ts';
import { lineOf, messagesInTurns } from './turn-messages.ts';

export interface Turn {
  readonly turn: number;
  readonly line: number;
  readonly messages: number;
  readonly calls: readonly string[];
  /** Whether the turn has an answer for users. */
  readonly answered: boolean;
  /** In the log of a session: the number of unsuccessful calls. */
  readonly failed?: number;
  /** In the log of a session: the user's last message before the turn. */
  readonly question?: string;
}

export function turnsIn(document: AnyDocument, unread?: Unread): Turn[] {
  // In a session, a turn can have hundreds of calls, which do not show what the turn is about. Therefore, the question is included.
  const failed = sessionIn(document) && failedCalls(document);
  const turns: { turn: number; line: number; messages: number; calls: string[]; answered: boolean }[] = [];
  for (const talk of conversationsIn(document, unread)) {
    for (const { said, item, turn, question } of messagesInTurns(talk, turns.length)) {
      if (turns.length < turn)
        turns.push({
          turn,
          line: lineOf(document, item.start),
          messages: 0,
          calls: [],
          answered: false,
          ...(failed && { failed: failed.get(turn) ?? 0, question: question ? textOfPieces(question.pieces) : '' }),
        });
      const one = turns[turn - 1];
      if (one === undefined) continue;
      one.messages++;
      const to = calledTool(said);
      if (to !== undefined) one.calls.push(to);
      one.answered ||= isAnswer(said) && !said.slot;
    }
  }
  return turns;
}

/** Returns the number of unsuccessful calls in each turn that has any. */
function failedCalls(document: AnyDocument): ReadonlyMap<number, number> {
  const failed = new Map<number, number>();
  for (const { turn, status } of callsIn(document))
    if (failures.has(status)) failed.set(turn, (failed.get(turn) ?? 0) + 1);
  return failed;
}
