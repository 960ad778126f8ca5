// The language configuration for the editor: brackets, closing pairs, folding and words.
import { namesOf, oneOf, tokens } from './patterns.mjs';
import { tokenFrames } from './plain.mjs';

const brackets = [
  ['{', '}'],
  ['[', ']'],
  ['(', ')'],
];

/** Returns the pairs of start and end tokens in a body, such as `<|start_reason|>` and `<|end_reason|>`. */
function pairsOf(tokens) {
  const texts = new Set(tokens.map(({ text }) => text));
  return [...texts].flatMap((text) => {
    const end = text.replace('<|start_', '<|end_').replace('<|literal', '<|endliteral');
    return end !== text && texts.has(end) ? [[text, end]] : [];
  });
}

export function languageConfiguration(facts) {
  const { controlTokens, thoughtMarkers, foreignTokens, tokensOf, headerKeys, tags } = facts;
  const typed = [
    ...controlTokens,
    ...thoughtMarkers,
    ...foreignTokens,
    ...tokenFrames(facts).flatMap((family) => family.tokens),
  ].filter((token) => token.name !== 'literal');
  // Several dialects may have the same token, which is listed only once.
  const tokensOfKind = (kind) => tokens(new Set(namesOf(Object.values(tokensOf).flat(), kind)));
  const terminators = tokensOfKind('terminator');
  const mappings = [
    ...new Set(headerKeys.filter(({ type }) => type === 'mapping').map(({ path }) => path.split('.').at(-1))),
  ];
  const pairs = [
    ...pairsOf([...controlTokens, ...thoughtMarkers]),
    ...tags.map(({ name }) => [`<${name}>`, `</${name}>`]),
    ['<|', '|>'],
  ];
  return {
    brackets: [...brackets, ...pairs],
    // Pairs of brackets are not colored, since prose often contains a closing bracket without an opening one, as in "1) …" or ":)".
    colorizedBracketPairs: [],
    autoClosingPairs: [
      ...brackets.map(([open, close]) => ({ open, close })),
      { open: '"', close: '"', notIn: ['string'] },
      { open: '<|literal|>', close: '<|endliteral|>', notIn: ['string'] },
      // When the user types the second bar of a token, the editor inserts the closing `>`. It does not insert `|>` after `<|`, because
      // users would have to delete these characters. The editor types over a closing text only under two conditions. The text must be a
      // single character, and it must belong to a pair whose opening text is also a single character. The last pair exists for this
      // purpose. Its opening text is a private-use character, which is never typed.
      ...typed.map(({ text }) => ({ open: text.slice(0, -1), close: '>', notIn: ['string'] })),
      { open: '\uE000', close: '>' },
    ],
    autoCloseBefore: ';:.,=}])`"\' \n\t<',
    surroundingPairs: [...brackets, ['"', '"'], ["'", "'"], ['`', '`'], ['*', '*'], ['_', '_'], ['~', '~']],
    folding: {
      markers: {
        start: `^${tokensOfKind('opener')}(?!.*${terminators})`,
        end: `${terminators}[ \\t]*$`,
      },
    },
    onEnterRules: [
      // Text between two tokens or tags is content, so the editor must not add white space there.
      {
        beforeText: { pattern: `(?:${oneOf(pairs.map(([open]) => open))})$` },
        action: { indent: 'none' },
      },
      // This rule only applies to keys of the document header that contain other keys. A pattern for any word with a colon would also match
      // prose.
      { beforeText: { pattern: `^\\s*(?:${oneOf(mappings)})[ \\t]*:[ \\t]*$` }, action: { indent: 'indent' } },
    ],
    // A word includes the dots in a name, and an attribute with its value: `functions.get_weather`, `call_id=wx1`.
    wordPattern: { pattern: "[\\p{L}\\p{M}\\p{N}_]+(?:[.=:@'’-][\\p{L}\\p{M}\\p{N}_]+)*", flags: 'u' },
  };
}
