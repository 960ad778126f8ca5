/** A conversation as a model gets it: to continue from, or to learn from (2.2 §7, §18; A-080). */
import { answerChannel, modelRole, thoughtChannel, toolRole } from '../grammar/index.ts';
import { type Conversation, calledTool, type Utterance } from './conversation.ts';
import { callsOfReplies } from './pairs.ts';

/** Which reasoning is over: as 2.2 says, or as openai/harmony does it. */
export type Sampling = 'ocm' | 'harmony';

const isFinal = (one: Utterance): boolean =>
  one.role === modelRole &&
  !one.slot &&
  calledTool(one) === undefined &&
  (one.channel ?? answerChannel) === answerChannel;
const isThought = ({ channel }: Utterance): boolean => channel === thoughtChannel;

/** The conversation without reasoning of completed turns, and with the place where the model continues. */
export function forSampling(conversation: Conversation, by: Sampling): Conversation {
  const { messages } = conversation;
  const dropped = rules[by](messages);
  const left = messages.filter((one) => !dropped.has(one)).map(withoutReturn);
  return { ...conversation, messages: withSlot(left) };
}

/** A model that has answered continues to the next message: `<|return|>` is what it stopped with. */
const withoutReturn = (one: Utterance): Utterance =>
  one.terminator === 'return' ? { ...one, terminator: 'end' } : one;

/** The analysis of turns that ended in `final`, and that messages follow, except for that of calls without a reply. */
function droppedBy22(messages: readonly Utterance[]): ReadonlySet<Utterance> {
  const dropped = new Set<Utterance>();
  for (let at = 0; at < messages.length; ) {
    let end = at;
    while (end < messages.length && inTurn(messages[end] as Utterance)) end++;
    const turn = messages.slice(at, end);
    if (end < messages.length && turn.some(isFinal) && !hasOpenCall(turn))
      for (const one of turn.filter(isOwnThought)) dropped.add(one);
    at = Math.max(end, at + 1);
  }
  return dropped;
}

const inTurn = ({ role, slot }: Utterance): boolean => (role === modelRole && !slot) || role === toolRole;
const isOwnThought = (one: Utterance): boolean =>
  one.role === modelRole && isThought(one) && calledTool(one) === undefined;

function hasOpenCall(turn: readonly Utterance[]): boolean {
  const answered = new Set(callsOfReplies(turn).values());
  return turn.some((one) => calledTool(one) !== undefined && !answered.has(one));
}

/** All on `analysis` before the first `final`, if the last that the model said is one: the library's rule, to the letter. */
function droppedByHarmony(messages: readonly Utterance[]): ReadonlySet<Utterance> {
  const said = messages.filter(({ slot }) => !slot);
  const last = said.findLast(({ role }) => role === modelRole);
  if (last === undefined || !isFinal(last)) return new Set();
  const first = said.findIndex(isFinal);
  return new Set(said.slice(0, first).filter(isThought));
}

/** The open header at the end of a prompt, unless it has one, or ends in an answer. */
function withSlot(messages: readonly Utterance[]): readonly Utterance[] {
  const last = messages.at(-1);
  if (last === undefined || last.slot || last.terminator === undefined || isFinal(last)) return messages;
  return [...messages, { ...last, ...slot, source: undefined }];
}

const slot = {
  ...{ role: modelRole, attributes: new Map(), channel: undefined, constraint: undefined },
  ...{ pieces: [], terminator: undefined, slot: true, parts: undefined },
};

/** The conversation as a training row: its last answer is what ends the model's turn. */
export function forTraining(conversation: Conversation): Conversation {
  const messages = conversation.messages.filter(({ slot: open }) => !open);
  const last = messages.findLastIndex(isFinal);
  return {
    ...conversation,
    messages: messages.map((one, i) => (i === last ? { ...one, terminator: 'return' } : withoutReturn(one))),
  };
}

/** A row for each answer: what comes before it, as a model gets it, and the turn that it ends, with its thoughts. */
export function forEachAnswer(conversation: Conversation): readonly Conversation[] {
  const { messages } = conversation;
  return messages.flatMap((one, end) => {
    if (!isFinal(one) || messages.slice(end + 1).find(({ slot: open }) => !open)?.role === modelRole) return [];
    const said = messages.slice(0, end + 1);
    const dropped = droppedBy22(said);
    return [forTraining({ ...conversation, messages: said.filter((earlier) => !dropped.has(earlier)) })];
  });
}

const rules: Readonly<Record<Sampling, (messages: readonly Utterance[]) => ReadonlySet<Utterance>>> = {
  ocm: droppedBy22,
  harmony: droppedByHarmony,
};
