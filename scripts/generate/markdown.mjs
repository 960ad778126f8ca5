// Grammar rules for Markdown. A block is a line, and a span is part of a line: if it is not closed on its line, it is plain text. Only code
// fences and comments continue over several lines, at most to the end of the message.
import { captures, include, match, quote } from './patterns.mjs';

/**
 * Returns the rules, whose names begin with `prefix`. `stop`: matches the end of all open rules. `text`: the rule for tokens, as in any
 * body. `escape`: matches an escaped token. `languages`: the languages of code fences for which this grammar has rules of its own.
 */
export function markdownRules({ prefix = '', stop, text, escape, languages = [] }) {
  // Matches a `<` that may be part of a span: one that begins an escape, or that does not begin a token.
  const angle = escape ? `(?:<(?!<?\\|)|${escape})` : '<(?!<?\\|)';
  return {
    [`${prefix}markdown`]: { patterns: include(`${prefix}markdown-block`, `${prefix}markdown-inline`) },
    [`${prefix}markdown-block`]: { patterns: blocks(prefix, stop, text, languages) },
    [`${prefix}markdown-inline`]: { patterns: spans(prefix, stop, text, angle) },
    [`${prefix}markdown-code`]: {
      patterns: ['`', '``'].map((mark) => ({
        name: 'markup.inline.raw.string.markdown',
        begin: `(?<!\`)(${mark})(?!\`)(?=(?:[^\`<]|${angle})+${mark}(?!\`))`,
        beginCaptures: captures('punctuation.definition.raw.markdown'),
        end: `(${mark})|$|${stop}`,
        endCaptures: captures('punctuation.definition.raw.markdown'),
        patterns: include(text),
      })),
    },
  };
}

/**
 * Languages of code fences that VS Code has grammars for: their names in a fence, their scope, and their id in VS Code. The first
 * transcript loads all of these grammars, so large ones for rare languages are not included.
 */
export const embeddedLanguages = [
  { info: 'ts|typescript|mts|cts', scope: 'source.ts', id: 'typescript' },
  { info: 'js|javascript|jsx|mjs|cjs|node', scope: 'source.js', id: 'javascript' },
  { info: 'py|python|python3', scope: 'source.python', id: 'python' },
  { info: 'sh|bash|shell|zsh|console|shellscript', scope: 'source.shell', id: 'shellscript' },
  { info: 'html|htm', scope: 'text.html.basic', id: 'html' },
  { info: 'css', scope: 'source.css', id: 'css' },
  { info: 'xml|svg', scope: 'text.xml', id: 'xml' },
  { info: 'yaml|yml', scope: 'source.yaml', id: 'yaml' },
  { info: 'sql', scope: 'source.sql', id: 'sql' },
  { info: 'c|h|cpp|c\\+\\+|cc|hpp', scope: 'source.c', id: 'c' },
  { info: 'cs|csharp|c#', scope: 'source.cs', id: 'csharp' },
  { info: 'java', scope: 'source.java', id: 'java' },
  { info: 'go|golang', scope: 'source.go', id: 'go' },
  { info: 'rust|rs', scope: 'source.rust', id: 'rust' },
  { info: 'diff|patch', scope: 'source.diff', id: 'diff' },
  { info: 'dockerfile|docker', scope: 'source.dockerfile', id: 'dockerfile' },
  { info: 'ini|toml', scope: 'source.ini', id: 'ini' },
  { info: 'powershell|ps1', scope: 'source.powershell', id: 'powershell' },
];

/** Matches the beginning of a line. In a body that begins right after `<|message|>`, that position counts as the beginning of a line. */
export const lineStart = '(?:^|(?<=<\\|message\\|>))';

function blocks(prefix, stop, text, languages) {
  const frame = (info) => ({
    name: 'markup.fenced_code.block.markdown',
    begin: `${lineStart}[ \\t]*(\`{3,}|~{3,})[ \\t]*((?i:${info}))(?=[^\\w+#.-])([^\`<\\n]*)$`,
    beginCaptures: captures(
      'punctuation.definition.markdown',
      'fenced_code.block.language.markdown',
      'fenced_code.block.language.attributes.markdown',
    ),
    end: `^[ \\t]*(\\1[\`~]*)[ \\t]*(?=$|<\\|)|${stop}`,
    endCaptures: captures('punctuation.definition.markdown'),
  });
  const fence = (info, contentName, ...rules) => ({ ...frame(info), contentName, patterns: include(text, ...rules) });
  // A grammar for whole files may leave rules open. It is therefore only applied to lines that contain neither a token nor the end of the
  // fence. On any other line, all rules that the embedded grammar has opened end.
  const line = '^(?![ \\t]*(?:`{3}|~{3}))(?!.*<\\|)';
  const embedded = ({ info, scope, id }) => ({
    ...frame(info),
    patterns: [
      { begin: line, while: line, contentName: `meta.embedded.block.${id}`, patterns: [{ include: scope }] },
      ...include(text),
    ],
  });
  return [
    ...languages.map(({ info, scope, rule }) => fence(info, scope, rule)),
    ...embeddedLanguages.map(embedded),
    fence('[\\w+#.-]*', 'markup.raw.block.markdown'),
    {
      name: 'markup.heading.markdown',
      begin: `${lineStart}[ ]{0,3}(#{1,6})(?=[ \\t])`,
      beginCaptures: captures('punctuation.definition.heading.markdown'),
      end: `$|${stop}`,
      patterns: include(text, `${prefix}markdown-inline`),
    },
    match(`${lineStart}[ ]{0,3}([-*_])(?:[ \\t]*\\1){2,}[ \\t]*$`, 'meta.separator.markdown'),
    match(`${lineStart}[ \\t]*([-*+]|\\d{1,9}[.)])(?=[ \\t])`, undefined, 'punctuation.definition.list.begin.markdown'),
    match(`${lineStart}[ ]{0,3}(>)`, undefined, 'punctuation.definition.quote.begin.markdown'),
  ];
}

function spans(prefix, stop, text, angle) {
  /**
   * Returns a rule for text between two delimiters on a line. The text contains no tokens or delimiters, and does not begin or end with a
   * space.
   */
  const emphasis = (name, delimiter, length) => {
    const mark = `${quote(delimiter)}{${length}}`;
    const other = `[^${delimiter}<]`;
    const closing = `(?<=\\S)${mark}(?![\\w${delimiter}])`;
    return {
      name: `markup.${name}.markdown`,
      begin: `(?<![\\w\\\\${delimiter}])(${mark})(?=[^\\s${delimiter}]${other}*(?:${angle}${other}*)*${closing})`,
      beginCaptures: captures(`punctuation.definition.${name}.markdown`),
      end: `(${closing})|$|${stop}`,
      endCaptures: captures(`punctuation.definition.${name}.markdown`),
      patterns: include(text, `${prefix}markdown-code`),
    };
  };
  return [
    match('\\\\[\\\\`*_{}\\[\\]()#+.!|>~-]', 'constant.character.escape.markdown'),
    ...include(`${prefix}markdown-code`),
    emphasis('bold', '*', 2),
    emphasis('bold', '_', 2),
    emphasis('italic', '*', 1),
    emphasis('italic', '_', 1),
    emphasis('strikethrough', '~', 2),
    match(
      '(!?\\[)([^\\[\\]<]*)(\\]\\()([^\\s()<]*)(?:[ \\t]+("[^"<]*"))?(\\))',
      'meta.link.inline.markdown',
      'punctuation.definition.link.title.begin.markdown',
      'string.other.link.title.markdown',
      'punctuation.definition.link.markdown',
      'markup.underline.link.markdown',
      'string.other.link.description.title.markdown',
      'punctuation.definition.link.markdown',
    ),
    {
      name: 'comment.block.html',
      begin: '(<!--)',
      beginCaptures: captures('punctuation.definition.comment.html'),
      end: `(-->)|${stop}`,
      endCaptures: captures('punctuation.definition.comment.html'),
      patterns: include(text),
    },
    {
      name: 'meta.tag.html',
      begin: '(</?)([A-Za-z][\\w:-]*)(?=[\\s/>]|$)',
      beginCaptures: captures('punctuation.definition.tag.begin.html', 'entity.name.tag.html'),
      end: '(/?>)|$|(?=<)',
      endCaptures: captures('punctuation.definition.tag.end.html'),
      patterns: [
        match('"[^"<]*"|\'[^\'<]*\'', 'string.quoted.html'),
        match('[\\w:-]+(?==)', 'entity.other.attribute-name.html'),
      ],
    },
  ];
}
