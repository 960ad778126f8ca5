// Brackets, closing pairs, folding and words, for the editor.
import { namesOf, oneOf, tokens } from './patterns.mjs';
import { tokenFrames } from './plain.mjs';

const brackets = [
  ['{', '}'],
  ['[', ']'],
  ['(', ')'],
];

/** Pairs of start and end tokens in a body: `<|start_reason|>` … `<|end_reason|>`. */
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
  // Each token once, even if several dialects have it.
  const named = (kind) => tokens(new Set(namesOf(Object.values(tokensOf).flat(), kind)));
  const terminators = named('terminator');
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
    // Brackets are not colored in pairs, since prose contains closing brackets without an opening one: "1) …", ":)".
    colorizedBracketPairs: [],
    autoClosingPairs: [
      ...brackets.map(([open, close]) => ({ open, close })),
      { open: '"', close: '"', notIn: ['string'] },
      { open: '<|literal|>', close: '<|endliteral|>', notIn: ['string'] },
      // When users type the second bar of a token, the editor adds `>`. (It does not add `|>` after `<|`, which users would have to
      // delete: the editor only types over a single closing character, and only if a pair with a single opening character has the
      // same one. The last pair serves this purpose: its opening, a private-use character, is never typed.)
      ...typed.map(({ text }) => ({ open: text.slice(0, -1), close: '>', notIn: ['string'] })),
      { open: '\uE000', close: '>' },
    ],
    autoCloseBefore: ';:.,=}])`"\' \n\t<',
    surroundingPairs: [...brackets, ['"', '"'], ["'", "'"], ['`', '`'], ['*', '*'], ['_', '_'], ['~', '~']],
    folding: {
      markers: {
        start: `^${named('opener')}(?!.*${terminators})`,
        end: `${terminators}[ \\t]*$`,
      },
    },
    onEnterRules: [
      // Text between tokens or tags is content, to which the editor must not add white space.
      {
        beforeText: { pattern: `(?:${oneOf(pairs.map(([open]) => open))})$` },
        action: { indent: 'none' },
      },
      // Only keys of the document header that have nested keys: a pattern for any word with a colon would also match prose.
      { beforeText: { pattern: `^\\s*(?:${oneOf(mappings)})[ \\t]*:[ \\t]*$` }, action: { indent: 'indent' } },
    ],
    // A word includes the dots in a name, and the value of an attribute: `functions.get_weather`, `call_id=wx1`.
    wordPattern: { pattern: "[\\p{L}\\p{M}\\p{N}_]+(?:[.=:@'’-][\\p{L}\\p{M}\\p{N}_]+)*", flags: 'u' },
  };
}
