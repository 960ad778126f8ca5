// The grammar for transcripts in code fences in Markdown. VS Code injects it into its Markdown grammar.
import { tokenFrames } from './plain.mjs';

/** Returns the names for which a code fence contains a transcript. These are also file extensions. */
export const fenceNames = (facts) => [
  'ocml',
  'openchatml',
  'chatml',
  'harmony',
  ...tokenFrames(facts).map(({ id }) => id),
];

export const fenceGrammar = (facts) => ({
  scopeName: 'markdown.ocml.codeblock',
  injectionSelector: 'L:text.html.markdown',
  patterns: [
    {
      name: 'markup.fenced_code.block.markdown',
      begin: `(^|\\G)(\\s*)(\`{3,}|~{3,})\\s*(?i:(${fenceNames(facts).join('|')})(?=$|[\\s:,{?])([^\`]*)?$)`,
      beginCaptures: {
        3: { name: 'punctuation.definition.markdown' },
        4: { name: 'fenced_code.block.language.markdown' },
        5: { name: 'fenced_code.block.language.attributes.markdown' },
      },
      end: '(^|\\G)(\\2|\\s{0,3})(\\3)\\s*$',
      endCaptures: { 3: { name: 'punctuation.definition.markdown' } },
      patterns: [
        {
          // This rule continues line by line (`while`), so the end of the fence also ends all rules that a message has left open.
          begin: '(^|\\G)(\\s*)(.*)',
          while: '(^|\\G)(?!\\s*([`~]{3,})\\s*$)',
          contentName: 'meta.embedded.block.ocml',
          patterns: [{ include: 'source.ocml' }],
        },
      ],
    },
  ],
});
