// Messages of Llama 3: `<|start_header_id|>role<|end_header_id|>`, a blank line, the body, `<|eot_id|>`.
import { anyWord, captures, include, match, scope, tokens } from './patterns.mjs';

export function llamaRules({ controlTokens, mixedTokens, llamaTokens, llamaRoles }, stop) {
  const names = (kind) => llamaTokens.filter((token) => token.kind === kind).map((token) => token.name);
  const [opener] = names('opener');
  const [part] = names('part');
  const [call] = llamaTokens.filter((token) => token.kind === 'call');
  const terminators = llamaTokens.filter((token) => token.kind === 'terminator');
  const foreign = [...controlTokens, ...mixedTokens].map((token) => token.name);
  const sequence = match(tokens(names('sequence')), 'keyword.control.sequence');
  return {
    'between-llama-messages': {
      patterns: [
        ...include('llama-message'),
        sequence,
        match(tokens([part, call.name, ...names('terminator')]), 'invalid.illegal.stray-token'),
        match(tokens(foreign), 'invalid.illegal.foreign'),
      ],
    },
    'llama-message': {
      name: scope('meta.message.llama'),
      begin: `(${tokens([opener])})`,
      beginCaptures: captures(`keyword.control.${opener}`),
      end: [...terminators.map(({ name }) => `(${tokens([name])})`), `(?=${tokens([opener])})`].join('|'),
      endCaptures: captures(...terminators.map((token) => token.scope)),
      patterns: include('llama-header', 'llama-body'),
    },
    'llama-header': {
      name: scope('meta.header.llama'),
      begin: `(?<=${tokens([opener])})(?!${tokens([part])})`,
      end: `(?=${tokens([part])})|${stop}`,
      patterns: [
        ...llamaRoles.map((role) =>
          match(`(?<=${tokens([opener])})${role.name}(?=${tokens([part])}|\\s|$)`, role.scope),
        ),
        match(anyWord, 'invalid.illegal.role'),
      ],
    },
    'llama-body': {
      name: scope('meta.body.llama'),
      begin: `(${tokens([part])})`,
      beginCaptures: captures(`keyword.control.${part}`),
      end: stop,
      patterns: include('llama-call', 'llama-token', 'llama-markdown'),
    },
    'llama-call': {
      begin: `(${tokens([call.name])})`,
      beginCaptures: captures(call.scope),
      end: stop,
      contentName: scope('comment.block.hidden'),
    },
    'llama-token': { patterns: [sequence, match(tokens(foreign), 'invalid.illegal.foreign')] },
  };
}
