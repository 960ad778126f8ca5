/** Random messages for every family, with headers and bodies that are hard to write. */
import fc from 'fast-check';
import type { Terminator } from '../../server/src/syntax/block.ts';
import { type Family, families } from '../../server/src/syntax/families/index.ts';
import { type MessageDraft, type Piece, usualTerminator } from '../../server/src/write/index.ts';
import { replyRole } from '../../server/src/write/message-draft.ts';

const everyToken = [...new Set(Object.values(families).flatMap(({ tokens }) => tokens.map(({ text }) => text)))];

const fragments = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('a', 'prose here', ' ', '\t', '漢字', '😀', '\uD83D', '\uDE00', '\0', '\u2028'),
  },
  { weight: 3, arbitrary: fc.constantFrom('\n', '\r', '\r\n', '\n\n', '\r\r\n', '\n\r') },
  { weight: 3, arbitrary: fc.constantFrom('<', '<<', '|', '>', '<|', '|>', '<<|', '<|e', '<|im_', 'end|>', '<|start') },
  { weight: 2, arbitrary: fc.constantFrom('`', '"', "'", '``', '```', '“', '”') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('<|END|>', '<\\|end\\|>', '＜|end|＞', '< |end|>', '<｜end｜>', '<|im-end|>'),
  },
  { weight: 1, arbitrary: fc.constantFrom('<think>', '</think>', '<tool_call>', '</tool_call>', '<tool_response>') },
  { weight: 1, arbitrary: fc.constantFrom('{"a": 1}', '{"name": "f", "parameters": {}}', '{"name"', '[1, 2]', 'user') },
);
const tokens = fc.oneof(
  fc.constantFrom(...everyToken),
  fc.constantFrom(...everyToken).map((token) => `\`${token}\``),
  fc.constantFrom(...everyToken).map((token) => `<${token}`),
);
const joinedFrom = (arbitrary: fc.Arbitrary<string>, maxLength: number) =>
  fc.array(arbitrary, { maxLength }).map((list) => list.join(''));

/** Text without a complete token, and text that may contain tokens. */
export const bland = joinedFrom(fragments, 6);
export const text = fc.oneof(
  { weight: 2, arbitrary: bland },
  {
    weight: 1,
    arbitrary: joinedFrom(fc.oneof({ weight: 3, arbitrary: fragments }, { weight: 1, arbitrary: tokens }), 8),
  },
);

const piece = (kind: Piece['kind'], said: string): Piece => ({ kind, text: said });
const names = ['reason', 'reflect', 'introspect'];

/** Generates the pieces that a body of the family can contain, in groups that belong together. */
function parts({ tokens: own, has }: Family): fc.Arbitrary<readonly Piece[]> {
  const groups: fc.Arbitrary<readonly Piece[]>[] = [
    text.map((said) => [piece('text', said)]),
    text.map((said) => [piece('text', said)]),
    fc.constantFrom(...own).map((token) => [piece('token', token.text)]),
  ];
  if (has.thoughtBlocks || has.escapes)
    groups.push(
      fc
        .tuple(fc.constantFrom(...names), bland)
        .map(([name, said]) => [
          piece('token', `<|start_${name}|>`),
          piece('thought', said),
          piece('token', `<|end_${name}|>`),
        ]),
    );
  if (has.functions)
    groups.push(
      fc
        .constantFrom('call', 'output')
        .map((kind) => [
          piece('text', '\n'),
          piece('token', `<|function_${kind}|>`),
          piece(kind as 'call', '\n{"name": "f"}'),
        ]),
    );
  const call = own.find(({ kind }) => kind === 'call');
  if (call) groups.push(bland.map((said) => [piece('token', call.text), piece('call', said)]));
  return fc.oneof(...groups);
}

const values = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('functions.f', 'assistant', 'c1', 'Ann', 'browser.search', 'preamble', 'json'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', 'Ann Lee', '"Ann"', 'a<b', 'x<|end|>', 'a\nb', 'Zoë', 'user', 'user:x', '\u007f'),
  },
);
const attributeNames = ['to', 'call_id', 'name', 'intent', 'content_type', 'mood'];

/** Random messages. Their headers contain all values that the family allows, and some that it does not. */
export function saidIn(family: Family): fc.Arbitrary<MessageDraft> {
  const { channels } = family.has;
  const maybe = <T>(arbitrary: fc.Arbitrary<T>, weight: number) =>
    fc.oneof({ weight: 10, arbitrary: fc.constant(undefined) }, { weight, arbitrary });
  const roles = fc.oneof(
    { weight: 15, arbitrary: fc.constantFrom(...family.roles.map(({ name }) => name), replyRole(family)) },
    { weight: 1, arbitrary: fc.constantFrom('usr', 'Assistant', 'functions.f', '', 'user\n', undefined) },
  );
  const keys = channels ? fc.constantFrom(...attributeNames) : fc.constantFrom('name', 'mood', 'to');
  return fc
    .record({
      role: roles,
      attributes: fc.array(fc.tuple(keys, values), { maxLength: 2 }).map((list) => new Map(list)),
      channel: channels
        ? maybe(fc.constantFrom('analysis', 'commentary', 'final', 'Final'), 10)
        : fc.constant(undefined),
      constraint: maybe(fc.constantFrom('json', 'text', 'a b', ''), channels ? 3 : 1),
      pieces: fc.array(parts(family), { maxLength: 4 }).map((list) => list.flat()),
      closed: fc.integer({ min: 0, max: 9 }),
    })
    .chain(({ closed, ...rest }) => {
      const usual: MessageDraft = { ...rest, terminator: undefined, slot: false };
      const any = fc.constantFrom(...family.frame.terminators.map(({ name }) => name as Terminator));
      const terminator =
        closed === 0 ? fc.constant(undefined) : closed < 3 ? any : fc.constant(usualTerminator(usual, family));
      return terminator.map((token) => ({ ...usual, terminator: token }));
    });
}
