// Grammar rules for messages of OpenChatML 0.1 and ChatML: `<|im_start|>role name=x`, a line break, the body, `<|im_end|>`.
import { speakersOf, tagRules, tagsOf } from './chatml-tags.mjs';
import { anyWord, captures, include, match, oneOf, quote, scope, tokens, wordEnd } from './patterns.mjs';

/** Matches the beginning of a line that may be JSON. After a function token, the first line that does not match is prose. */
const jsonLine = '[ \\t]*(?:$|[\\[\\]{}",:]|-?\\d|(?:true|false|null)\\b)';

export function chatmlRules(facts, stop) {
  const { chatmlAttributes, chatmlRoles, foreignTokens, thoughtMarkers, chatmlTokens, tags } = facts;
  const others = tokens(facts.foreignTo(chatmlTokens).map((token) => token.name));
  const sections = thoughtMarkers.filter((token) => token.name.startsWith('start_'));
  const edges = chatmlTokens.filter((token) => token.kind === 'sequence').map((token) => token.name);
  const functions = chatmlTokens.filter((token) => token.kind === 'function');
  // The tokens that frame a message: its opener, its terminator, and the token that may end its header.
  const [opener, terminator, headerEnd] = ['opener', 'terminator', 'part'].map((kind) =>
    chatmlTokens.find((token) => token.kind === kind),
  );
  const frame = [opener, terminator, headerEnd].map(({ name }) => name);
  const [opens, ends, endsHeader] = [opener, terminator, headerEnd].map(({ text }) => quote(text));
  const otherForeign = foreignTokens.map((token) => token.name).filter((name) => !frame.includes(name));
  const message = (speaker, ...rules) => ({
    name: scope('meta.message.chatml'),
    begin: `(${opens})${speaker}`,
    beginCaptures: captures(opener.scope),
    end: `(${ends})|(?=${opens})`,
    endCaptures: captures(terminator.scope),
    patterns: include(
      'chatml-header',
      'chatml-function',
      ...rules,
      'chatml-thought',
      'chatml-token',
      'chatml-markdown',
    ),
  });
  return {
    ...tagRules(tags, stop),
    'between-chatml-messages': {
      patterns: [
        ...include('chatml-message'),
        match(tokens(edges), 'keyword.control.sequence'),
        ...include('chatml-token', 'sequence-mark'),
        match(tokens([terminator.name]), 'invalid.illegal.stray-token'),
      ],
    },
    'chatml-message': {
      patterns: [...speakersOf(tags).map((roles) => message(`(?=(?:${roles})${wordEnd})`, tagsOf(roles))), message('')],
    },
    'chatml-header': {
      patterns: [
        ...chatmlRoles.map(({ name, scope: ofRole }) => ({
          name: scope('meta.header.chatml'),
          begin: `(?<=${opens})(${name})${wordEnd}`,
          beginCaptures: captures(ofRole),
          end: `$|(${endsHeader})|${stop}`,
          endCaptures: captures(headerEnd.scope),
          patterns: include('chatml-attribute'),
        })),
        match(`(?<=${opens})(${anyWord})(${endsHeader})?`, undefined, 'invalid.illegal.role', headerEnd.scope),
      ],
    },
    'chatml-attribute': {
      patterns: [
        ...chatmlAttributes.map(({ name, scope: ofValue }) =>
          match(
            `(${name})(=)(${anyWord})`,
            undefined,
            `entity.other.attribute-name.${name}`,
            'punctuation.separator.key-value',
            ofValue,
          ),
        ),
        match(anyWord, 'invalid.illegal.attribute'),
      ],
    },
    'chatml-thought': {
      patterns: sections.map((token) => ({
        begin: `(${quote(token.text)})`,
        beginCaptures: captures(token.scope),
        end: `(${quote(token.text.replace('start_', 'end_'))})|${stop}`,
        endCaptures: captures(token.scope),
        contentName: scope('comment.block.hidden'),
      })),
    },
    'chatml-function': {
      name: scope('meta.function.chatml'),
      begin: `^[ \\t]*(${tokens(functions.map((token) => token.name))})(?=\\s*(?:$|[\\[{]))`,
      beginCaptures: captures(functions[0].scope),
      end: `${stop}|^(?!${jsonLine})`,
      contentName: scope('meta.embedded.block.json source.json'),
      patterns: include('chatml-json'),
    },
    'chatml-token': {
      patterns: [
        match(`<\\|(?:${oneOf(otherForeign)})\\|>`, 'keyword.control.token'),
        match(others, 'invalid.illegal.foreign'),
        match(`<\\|(?!(?:${oneOf(frame)})\\|)[a-z_]+\\|>`, 'keyword.other.token'),
      ],
    },
  };
}
