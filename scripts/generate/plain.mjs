// Grammar rules for messages with a plain frame and a token that ends the header. In Llama 3, a message consists of an opener, a role, this
// token, the body and a terminator. In other families, such as Phi-3, each role has its own opener, and the header contains nothing else.
import { anyWord, captures, include, match, namesOf, scope, tokens } from './patterns.mjs';

/** Returns the families whose messages are framed in this way. */
export const tokenFrames = ({ families }) =>
  Object.values(families).filter(({ has, frame }) => has.plainFrames && frame.headerEnd !== 'line break');

/** Returns a pattern for the tokens from which the family of a document is recognized. */
export const marksOf = ({ settles }) => tokens(settles.map(({ name }) => name));

/** Returns the rules for a family. `others`: the tokens that frame messages in other families; `stop`: matches the end of a body. */
export function plainRules({ id: family, tokens: familyTokens, roles, frame }, others, stop) {
  const names = (...kinds) => namesOf(familyTokens, ...kinds);
  const openers = names('opener');
  const [opener] = openers;
  const [part] = names('part');
  const calls = familyTokens.filter((token) => token.kind === 'call');
  const terminators = familyTokens.filter((token) => token.kind === 'terminator');
  const foreign = others.map((token) => token.name);
  const edges = names('sequence');
  const sequence = edges.length > 0 ? [match(tokens(edges), 'keyword.control.sequence')] : [];
  const isWhole = frame.headerEnd === 'opener';
  const headed = !isWhole && {
    [`${family}-header`]: {
      name: scope(`meta.header.${family}`),
      begin: `(?<=${tokens([opener])})(?!${tokens([part])})`,
      end: `(?=${tokens([part])})|${stop}`,
      patterns: [
        ...roles.map((role) => match(`(?<=${tokens([opener])})${role.name}(?=${tokens([part])}|\\s|$)`, role.scope)),
        match(anyWord, 'invalid.illegal.role'),
      ],
    },
  };
  return {
    [`between-${family}-messages`]: {
      patterns: [
        ...include(`${family}-message`),
        ...sequence,
        match(tokens(names('part', 'call', 'terminator')), 'invalid.illegal.stray-token'),
        match(tokens(foreign), 'invalid.illegal.foreign'),
      ],
    },
    [`${family}-message`]: {
      name: scope(`meta.message.${family}`),
      begin: openers.map((name) => `(${tokens([name])})`).join('|'),
      beginCaptures: captures(...openers.map((name) => `keyword.control.${name}`)),
      end: [...terminators.map(({ name }) => `(${tokens([name])})`), `(?=${tokens(openers)})`].join('|'),
      endCaptures: captures(...terminators.map((token) => token.scope)),
      patterns: isWhole ? include(`${family}-body`) : include(`${family}-header`, `${family}-body`),
    },
    ...headed,
    [`${family}-body`]: {
      name: scope(`meta.body.${family}`),
      ...(isWhole
        ? { begin: `(?<=${tokens(openers)})` }
        : { begin: `(${tokens([part])})`, beginCaptures: captures(`keyword.control.${part}`) }),
      end: stop,
      patterns: include(...(calls.length > 0 ? [`${family}-call`] : []), `${family}-token`, `${family}-markdown`),
    },
    ...(calls.length > 0 && {
      [`${family}-call`]: {
        patterns: calls.map((call) => ({
          begin: `(${tokens([call.name])})`,
          beginCaptures: captures(call.scope),
          end: stop,
          contentName: scope('comment.block.hidden'),
        })),
      },
    }),
    [`${family}-token`]: { patterns: [...sequence, match(tokens(foreign), 'invalid.illegal.foreign')] },
  };
}
