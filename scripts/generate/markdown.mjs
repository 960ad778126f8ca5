// Markdown: blocks by their lines, spans within a line. What is not closed on its line is text; only code fences and
// comments go on over lines, up to the end of the message.
import { captures, include, match, quote } from './patterns.mjs';

/**
 * The rules, named with a prefix. `stop` ends what is open, `text` is the rule for what every body may hold, `escape`
 * matches an escaped token, and `languages` are those of code fences that there are rules for.
 */
export function markdownRules({ prefix = '', stop, text, escape, languages = [] }) {
  // What a span may hold besides its own delimiter: `<` of an escape or of no token at all.
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

/** A body begins a line, even right after `<|message|>`. */
const lineStart = '(?:^|(?<=<\\|message\\|>))';

function blocks(prefix, stop, text, languages) {
  const fence = (info, contentName, ...rules) => ({
    name: 'markup.fenced_code.block.markdown',
    begin: `${lineStart}[ \\t]*(\`{3,}|~{3,})[ \\t]*(${info})(?=[^\\w+#.-])([^\`<\\n]*)$`,
    beginCaptures: captures(
      'punctuation.definition.markdown',
      'fenced_code.block.language.markdown',
      'fenced_code.block.language.attributes.markdown',
    ),
    end: `^[ \\t]*(\\1[\`~]*)[ \\t]*(?=$|<\\|)|${stop}`,
    endCaptures: captures('punctuation.definition.markdown'),
    contentName,
    patterns: include(text, ...rules),
  });
  return [
    ...languages.map(({ info, scope, rule }) => fence(info, scope, rule)),
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
  /** Text between two delimiters on a line: no token in it, no delimiter, no blank at either end. */
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
