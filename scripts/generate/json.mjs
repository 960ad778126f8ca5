// Grammar rules for JSON, without nesting, since the grammar cannot tell a nested value from one that was not closed. Braces are just
// punctuation.
import { captures, include, match } from './patterns.mjs';

/** `text`: the rules for tokens in strings and between values. `lenient`: prose between values is allowed, and not marked as an error. */
export function jsonRules({ stop, text, prefix = '', lenient = false }) {
  const string = (name, lookahead) => ({
    name,
    begin: `(")${lookahead}`,
    beginCaptures: captures('punctuation.definition.string.begin.json'),
    end: `(")|$|${stop}`,
    endCaptures: captures('punctuation.definition.string.end.json'),
    patterns: [
      ...include(text),
      match('\\\\(?:["\\\\/bfnrt]|u[0-9a-fA-F]{4})', 'constant.character.escape.json'),
      match('\\\\(?:(?!<).)?', 'invalid.illegal.unrecognized-string-escape.json'),
    ],
  });
  // A key is a string followed by a colon. The lookahead has a limited length, since a long line would take quadratic time otherwise.
  const key = '(?=(?>(?:[^"\\\\<]|\\\\.){0,100})"\\s{0,20}:)';
  return {
    [`${prefix}json`]: {
      patterns: [
        ...include(text),
        string('string.json support.type.property-name.json', key),
        string('string.quoted.double.json', ''),
        match('(?<![\\w.-])(?:true|false|null)(?![\\w.-])', 'constant.language.json'),
        match('(?<![\\w.-])-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?(?![\\w.-])', 'constant.numeric.json'),
        match('[{}]', 'punctuation.definition.dictionary.json'),
        match('[\\[\\]]', 'punctuation.definition.array.json'),
        match(',', 'punctuation.separator.json'),
        match(':', 'punctuation.separator.dictionary.key-value.json'),
        ...(lenient ? [] : [match('(?:[^\\s"{}\\[\\]:,<]|<(?!<?\\|))+', 'invalid.illegal.json')]),
      ],
    },
  };
}
