// The grammar that colors chat templates if no other extension does, and the brackets and comments of their language.

/** The keywords of Jinja, including those that `transformers` adds. Filters and tests are recognized by the `|` or `is` before them. */
const statements = ['if', 'for', 'set', 'macro', 'call', 'filter', 'block', 'generation', 'with', 'autoescape'];
const alone = ['elif', 'else', 'break', 'continue', 'do', 'include', 'import', 'from', 'extends'];
const opening = [...statements, ...alone].join('|');
const closing = statements.map((name) => `end${name}`).join('|');

const code = [{ include: '#code' }];
const delimiters = { 0: { name: 'punctuation.definition.tag.jinja' } };
const tag = (begin, end, more = {}) => ({
  begin,
  end,
  beginCaptures: delimiters,
  endCaptures: delimiters,
  patterns: code,
  ...more,
});

const rules = {
  comment: {
    name: 'comment.block.jinja',
    begin: '\\{#[-+]?',
    end: '[-+]?#\\}',
    captures: { 0: { name: 'punctuation.definition.comment.jinja' } },
  },
  raw: {
    begin: '(\\{%[-+]?)\\s*(raw)\\s*([-+]?%\\})',
    end: '(\\{%[-+]?)\\s*(endraw)\\s*([-+]?%\\})',
    captures: {
      1: { name: 'punctuation.definition.tag.jinja' },
      2: { name: 'keyword.control.jinja' },
      3: { name: 'punctuation.definition.tag.jinja' },
    },
  },
  statement: tag('\\{%[-+]?', '[-+]?%\\}', {
    name: 'meta.statement.jinja',
    patterns: [
      {
        match: '\\G\\s*(macro)\\s+([\\p{L}_][\\p{L}\\p{N}_]*)',
        captures: { 1: { name: 'keyword.control.jinja' }, 2: { name: 'entity.name.function.jinja' } },
      },
      { match: `\\G\\s*(?:${opening}|${closing})\\b`, name: 'keyword.control.jinja' },
      ...code,
    ],
  }),
  print: tag('\\{\\{[-+]?', '[-+]?\\}\\}', { name: 'meta.expression.jinja' }),
  // Control tokens of models make up most of the text in a template.
  token: { match: '<[|｜][\\w▁/]{1,40}[|｜]>', name: 'constant.other.token.jinja' },
  code: {
    patterns: [
      ...['"', "'"].map((quote) => ({
        name: `string.quoted.${quote === '"' ? 'double' : 'single'}.jinja`,
        begin: quote,
        end: quote,
        captures: { 0: { name: 'punctuation.definition.string.jinja' } },
        patterns: [{ match: '\\\\.', name: 'constant.character.escape.jinja' }, { include: '#token' }],
      })),
      // The braces of a mapping are matched in pairs, so that `}}` inside an expression does not end it.
      { begin: '\\{', end: '\\}', patterns: code, captures: { 0: { name: 'punctuation.section.jinja' } } },
      {
        match: '(\\|)\\s*([\\p{L}_][\\p{L}\\p{N}_]*)',
        captures: { 1: { name: 'keyword.operator.jinja' }, 2: { name: 'support.function.filter.jinja' } },
      },
      {
        match: '\\b(is)(\\s+not)?\\s+([\\p{L}_][\\p{L}\\p{N}_]*)',
        captures: {
          1: { name: 'keyword.operator.word.jinja' },
          2: { name: 'keyword.operator.word.jinja' },
          3: { name: 'support.function.test.jinja' },
        },
      },
      { match: '\\b(?:if|else|for|recursive)\\b', name: 'keyword.control.jinja' },
      { match: '\\b(?:and|or|not|in|is|import|as|with|without|context)\\b', name: 'keyword.operator.word.jinja' },
      { match: '\\b(?:[Tt]rue|[Ff]alse|[Nn]one)\\b', name: 'constant.language.jinja' },
      { match: '\\b\\d[\\d_]*(?:\\.\\d+)?\\b', name: 'constant.numeric.jinja' },
      { match: '\\b(?:loop|namespace|raise_exception|strftime_now|range)\\b', name: 'support.variable.jinja' },
      { match: '[\\p{L}_][\\p{L}\\p{N}_]*(?=\\s*\\()', name: 'entity.name.function.jinja' },
      { match: '[\\p{L}_][\\p{L}\\p{N}_]*', name: 'variable.other.jinja' },
      { match: '//|\\*\\*|[=!<>]=|[-+*/%~<>=|]', name: 'keyword.operator.jinja' },
    ],
  },
};

/** The scope of the grammar. It differs from `source.jinja`, because another extension for Jinja may provide a grammar with that scope. */
export const jinjaScope = 'source.jinja.chat-template';

export const jinjaGrammar = () => ({
  scopeName: jinjaScope,
  patterns: ['comment', 'raw', 'statement', 'print', 'token'].map((name) => ({ include: `#${name}` })),
  repository: rules,
});

const pairs = [
  ['{%', '%}'],
  ['{{', '}}'],
  ['{#', '#}'],
  ['{', '}'],
  ['[', ']'],
  ['(', ')'],
];

export const jinjaConfiguration = () => ({
  comments: { blockComment: ['{#', '#}'] },
  brackets: pairs,
  colorizedBracketPairs: pairs.slice(3),
  autoClosingPairs: [
    ...pairs.slice(3).map(([open, close]) => ({ open, close })),
    // `{%` and `{#` have no pair of their own: the `}` of `{` is typed over, but the second character of a longer end would not be.
    ...['"', "'"].map((quote) => ({ open: quote, close: quote, notIn: ['string', 'comment'] })),
  ],
  surroundingPairs: [...pairs, ['"', '"'], ["'", "'"]],
  folding: {
    markers: {
      start: `\\{%[-+]?\\s*(?:${statements.filter((name) => name !== 'set').join('|')})\\b`,
      end: `\\{%[-+]?\\s*(?:${closing})\\b`,
    },
  },
  wordPattern: { pattern: '[\\p{L}\\p{N}_]+', flags: 'u' },
});
