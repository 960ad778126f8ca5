import { type HeaderError, type HeaderErrorCode, isUnclosed } from '../syntax/document-header/errors.ts';
import { isMessageKey } from '../syntax/document-header/values.ts';
import type { Rule } from './support/rule.ts';

const noColon = 'this is neither `key: value` nor part of the value before it. Write `key: value`.';
const unclosed = 'a quote, bracket or brace that opens here is not closed. Close it where the value ends.';
const braces = 'a bracket, brace or comma is missing or extra. Pair them, or put the value in quotes.';
const unread = 'text after a `---` or `...` line is not read. Remove that line, or the text after it.';
const deep = 'it is nested too deeply. Remove some levels.';
const directive = 'lines that begin with `%` need a line `---` after them. Remove these lines, or add `---`.';

/**
 * The messages, with their remedies, by the error code of the YAML parser. If a code covers several faults, a pattern for the parser's
 * error text selects the message.
 */
const words: Partial<Record<HeaderErrorCode, string | readonly (readonly [says: RegExp, words: string])[]>> = {
  BAD_ALIAS: 'there is no name after `*` or `&`. Put the value in quotes if that is text.',
  BAD_DIRECTIVE: directive,
  BAD_DQ_ESCAPE: 'the backslash does not begin an escape that YAML knows. Write it twice, or use single quotes.',
  BAD_INDENT: 'the line is not indented like the keys around it. Align it with them.',
  BAD_SCALAR_START: 'a value cannot begin with this character. Put the value in quotes.',
  BLOCK_AS_IMPLICIT_KEY:
    'a second key begins after the value of the first. Put it on a line of its own, or put the value in quotes.',
  BLOCK_IN_FLOW: braces,
  INDENTED_KEY: 'the line is indented, but the key before it already has its value. Align the line with that key.',
  MISSING_CHAR: [
    [/map values/, noColon],
    [/indicator/, directive],
    [/./, braces],
  ],
  MULTILINE_IMPLICIT_KEY: noColon,
  MULTIPLE_DOCS: unread,
  NOT_A_MAPPING: 'it is not a mapping. Write `key: value` on each line.',
  RESOURCE_EXHAUSTION: deep,
  TAB_AS_INDENT: 'a tab cannot indent. Write spaces.',
  TOO_DEEP: deep,
  TOO_LONG:
    'it is too long to be a header and was not read. Begin the first message with `<|start|>` on a line of its own.',
  UNEXPECTED_TOKEN: [
    [/at node end/, 'something follows the value. Put all of it in quotes, or remove what follows.'],
    [/Block scalar/, 'after `|` or `>` the text begins on the next line. Move it there, or put it in quotes.'],
    [/./, braces],
  ],
  UNRESOLVED_ALIAS: 'this alias (`*`) has no anchor (`&`) of the same name. Put the value in quotes if it is text.',
};

function wordsFor({ code, detail }: HeaderError): string {
  if (isUnclosed(detail)) return unclosed;
  const wording = words[code];
  const explanation = typeof wording === 'string' ? wording : wording?.find(([says]) => says.test(detail))?.[1];
  return explanation ?? `${detail.split('\n')[0]}.`.replace(/\.\.$/, '.');
}

/** Explains that a message without an opener is read as part of the header. YAML reads its beginning as a key if it contains a colon. */
const messageAsKey =
  'A message begins here without `<|start|>`, so it is read as a key of the document header. Write `<|start|>` before it.';

/** Reports a document header that is not a YAML mapping (2.2 §2). */
export const rule: Rule = {
  code: 'document-header-syntax',
  title: 'The document header is not a YAML mapping',
  section: '2.2 §2',
  level: 'error',
  needs: ['documentHeader'],
  document(_opening, { header }, report) {
    for (const error of header?.errors ?? [])
      report(error, `The document header is not valid YAML: ${wordsFor(error)}`);
    if ((header?.errors.length ?? 0) > 0) return;
    for (const { path, keyStart, keyEnd } of header?.entries ?? [])
      if (isMessageKey(path)) report({ start: keyStart, end: keyEnd }, messageAsKey);
  },
};
