/** Generates random conversations as documents of 2.2, and compares how two readers read a message. */
import fc from 'fast-check';
import type { Conversation, ConversationMessage } from '../../server/src/convert/conversation.ts';
import { families } from '../../server/src/syntax/families/index.ts';
import { isRefusal, type MessageDraft, type Piece, writeMessage } from '../../server/src/write/index.ts';
import { bland, text } from './write-samples.ts';

const family = families['openchatml-2.2'];
const body = fc.oneof(
  { weight: 6, arbitrary: bland },
  { weight: 2, arbitrary: fc.constantFrom('Hi', '漢字 😀', '```py\nprint(1)\n```', 'a\r\nb', ' edge ', '\nx\n') },
  { weight: 1, arbitrary: text },
);
const plain = body.map((said): Piece[] => (said === '' ? [] : [{ kind: 'text', text: said }]));
const marked = fc.tuple(fc.constantFrom('reason', 'reflect'), bland).map(([name, said]): Piece[] => [
  { kind: 'token', text: `<|start_${name}|>` },
  { kind: 'thought', text: said },
]);
const json = fc.constantFrom('{}', '{"a": 1}', '{"city":"東京","n":[1,2]}', ' {"a":1}', 'not json');
/** A counter whose value replaces `#` in the texts, so that no two texts are equal. */
let serial = 0;
const result = fc.constantFrom(
  ...['#', 'plain #', '{"a":#}', '{"ok":true,"content":#,"error":null}', '{"ok":false,"error":{"code":"E#"}}'],
);

const message = (
  role: string,
  pieces: readonly Piece[],
  attributes: readonly (readonly [string, string])[] = [],
  more: Partial<MessageDraft> = {},
): MessageDraft => ({
  ...{ role, pieces, attributes: new Map(attributes), channel: undefined, constraint: undefined },
  ...{ terminator: 'end', slot: false, ...more },
});

const tools = ['functions.f', 'functions.g', 'python', 'browser.search'];
const maybe = <T>(value: fc.Arbitrary<T>, none = 3) =>
  fc.oneof({ weight: none, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const named = maybe(fc.constantFrom('Ann', 'Zoë', 'example_user'));
const byName = (name: string | undefined): (readonly [string, string])[] =>
  name === undefined ? [] : [['name', name]];

const spoken = fc.oneof(
  fc.tuple(plain, named).map(([said, name]) => [message('user', said, byName(name))]),
  plain.map((said) => [message('system', said)]),
  plain.map((said) => [message('developer', said)]),
  fc.oneof(plain, marked).map((said) => [message('assistant', said, [], { channel: 'analysis' })]),
  fc
    .tuple(plain, fc.constantFrom('preamble', 'status', undefined))
    .map(([said, intent]) => [
      message('assistant', said, intent ? [['intent', intent]] : [], { channel: 'commentary' }),
    ]),
  fc
    .tuple(
      plain,
      fc.constantFrom('final', undefined),
      fc.constantFrom('end', 'return' as const),
      maybe(fc.constantFrom('json', 'text'), 6),
    )
    .map(([said, channel, terminator, constraint]) => [
      message('assistant', said, [], { channel, terminator: terminator as 'end', constraint }),
    ]),
);

/** Calls, with replies in any order. Some replies are missing. */
const exchange = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom(...tools), json, maybe(fc.constantFrom('json', 'code'), 1)), {
      minLength: 1,
      maxLength: 3,
    }),
    fc.array(fc.tuple(fc.nat(2), result), { maxLength: 3 }),
    fc.nat(9),
    fc.boolean(),
    fc.constantFrom('commentary', 'commentary', 'analysis'),
  )
  .map(([calls, replies, from, hasIds, channel]) => {
    const id = (i: number): (readonly [string, string])[] => (hasIds ? [['call_id', `c${from}_${i}`]] : []);
    const called = calls.map(([tool, args, constraint], i) =>
      message('assistant', [{ kind: 'text', text: args }], [['to', tool], ...id(i)], {
        channel,
        constraint,
        terminator: 'call',
      }),
    );
    const answered = [...new Map(replies.map(([i, text]) => [i % calls.length, text]))].map(([i, text]) =>
      message(
        'tool',
        [{ kind: 'text', text: text.replace('#', String(serial++)) }],
        [['name', calls[i]?.[0] as string], ...id(i), ['to', 'assistant']],
        { channel },
      ),
    );
    return [...called, ...answered];
  });

/** A generator of random documents in 2.2. */
export const documents = fc
  .tuple(
    fc.array(fc.oneof({ weight: 4, arbitrary: spoken }, { weight: 1, arbitrary: exchange }), { maxLength: 6 }),
    fc.constantFrom('', '', '<|start|>assistant'),
  )
  .map(([groups, end]) => {
    const written = groups.flat().map((said) => writeMessage(said, family));
    const texts = written.filter((one): one is string => !isRefusal(one));
    return `version: 2.2\n${texts.map((one) => `${one}\n`).join('')}${end}`;
  });

const textOf = (pieces: readonly Piece[]) => pieces.map(({ text }) => text).join('');

/** Returns the parts of a message by name, normalized so that the results of two readers can be compared. */
export function partsOf(said: ConversationMessage): ReadonlyMap<string, string> {
  const { role, attributes, channel, constraint, terminator } = said;
  const isReply = role === 'tool';
  // Markers are tokens only in assistant messages; elsewhere, they are text.
  const isMark = ({ kind }: Piece) => role === 'assistant' && kind === 'token';
  const parts = new Map<string, string>([
    ['role', role ?? ''],
    ['body', textOf(said.pieces.filter((piece) => !isMark(piece)))],
  ]);
  const marks = said.pieces.filter(isMark);
  if (marks.length > 0) parts.set('marker', textOf(marks));
  for (const [key, value] of attributes) if (!(isReply && key === 'to' && value === 'assistant')) parts.set(key, value);
  // A reply without a channel is on `commentary`. The channel of a reply depends on that of its call (A-133).
  if (isReply) parts.set('channel', channel ?? 'commentary');
  else if (channel !== undefined && !(role === 'assistant' && channel === 'final')) parts.set('channel', channel);
  if (constraint !== undefined) parts.set('constraint', constraint);
  if (terminator !== 'end' && terminator !== 'call') parts.set('terminator', terminator ?? 'open');
  return parts;
}

/** Returns the names of the parts of `one` that are missing or different in `other`. Parts that only `other` has do not count. */
export function differing(one: ConversationMessage, other: ConversationMessage | undefined): Set<string> {
  const [mine, theirs] = [partsOf(one), other && partsOf(other)];
  return new Set([...mine].flatMap(([part, value]) => (theirs?.get(part) === value ? [] : [part])));
}

export const messagesOf = ({ messages }: Conversation): readonly ConversationMessage[] => messages;
