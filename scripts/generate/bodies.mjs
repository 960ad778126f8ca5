// Grammar rules for the bodies of messages, from `<|message|>` to the end of the message.
import { lineStart } from './markdown.mjs';
import { captures, include, match, quote, scope, tokens } from './patterns.mjs';

/**
 * The rules for each kind of body. `content`: the scope of the text. Hidden text has the scope of a comment, which every theme shows dimmer
 * than plain text. `rules`: the rules for the text. Bodies differ in whether chain-of-thought markers are valid (`thought`), misplaced
 * (`thought-misplaced`), or plain text. `sniff`: a body that begins like JSON is read as JSON.
 */
const hidden = 'comment.block.hidden';
const bodies = {
  final: { content: 'meta.embedded.block.markdown text.html.markdown', rules: ['thought-misplaced', 'markdown'] },
  user: { content: 'meta.embedded.block.markdown text.html.markdown', rules: ['markdown'] },
  instructions: {
    content: 'meta.embedded.block.markdown text.html.markdown',
    rules: ['namespace', 'system-line', 'markdown'],
  },
  analysis: { content: hidden, rules: ['thought'], sniff: true },
  commentary: { content: hidden, rules: ['thought-misplaced'], sniff: true },
  reply: { content: hidden, rules: [], sniff: true },
  json: { content: 'meta.embedded.block.json source.json', rules: ['json'] },
  text: { content: 'string.unquoted.text', rules: [] },
};

/** Matches the beginning of text that must be JSON: `{"`, `{}`, `[{`, `["` and the like. */
export const likeJson = '(?=\\s*(?:\\{\\s*(?:["}]|$)|\\[\\s*(?:[\\[{"\\]]|$)))';

export function bodyRules(facts, bodyStop) {
  const body = (kind, lookahead = '') => ({
    name: scope(`meta.body.${kind}`),
    begin: `(<\\|message\\|>)${lookahead}`,
    beginCaptures: captures('keyword.control.message'),
    end: bodyStop,
    contentName: scope(bodies[kind].content),
    patterns: include('in-body', ...bodies[kind].rules),
  });
  const kinds = Object.entries(bodies).map(([kind, { sniff }]) => [
    `message-${kind}`,
    sniff ? { patterns: [body('json', likeJson), body(kind)] } : body(kind),
  ]);
  return { ...Object.fromEntries(kinds), ...textRules(facts), 'system-line': systemLine(facts, bodyStop) };
}

/** Rules for the lines of a system message in Harmony's layout. Each line begins with a name, followed by a value or by channels. */
function systemLine({ systemLines, channels }, bodyStop) {
  const name = (line) => `${lineStart}(${quote(line.name)})`;
  const property = 'support.type.property-name';
  return {
    patterns: systemLines.map((line) =>
      line.text === undefined
        ? match(`${name(line)}[ \\t]*((?:(?!<\\|).)*)`, undefined, property, 'constant.other.value')
        : {
            begin: name(line),
            beginCaptures: captures(property),
            end: `$|${bodyStop}`,
            patterns: [
              ...include('in-body'),
              ...channels.map((channel) => match(`\\b${channel.name}\\b`, channel.scope)),
            ],
          },
    ),
  };
}

/** Matches a token that is escaped by a second `<`. */
export const escapedToken = ({ controlTokens, thoughtMarkers }) =>
  `<${tokens([...controlTokens, ...thoughtMarkers].map((token) => token.name))}`;

/**
 * The rules that all kinds of bodies share: for escapes, for literal blocks, and for tokens that should have been escaped or put in a
 * literal block.
 */
function textRules({ controlTokens, thoughtMarkers, foreignTo2x }) {
  const names = (list) => list.map((token) => token.name);
  const escapable = names([...controlTokens, ...thoughtMarkers]);
  const bar = '[ \\t]{0,4}\\\\?[|｜][ \\t]{0,4}';
  const spelling = escapable.map((name) => quote(name).replace('_', '\\\\?_')).join('|');
  return {
    'in-body': {
      patterns: [
        match(escapedToken({ controlTokens, thoughtMarkers }), 'constant.character.escape.token'),
        ...include('literal-block'),
        match(tokens(names(controlTokens)), 'invalid.illegal.token-in-body'),
        match(tokens(names(foreignTo2x)), 'invalid.illegal.foreign'),
        match(`(?!${tokens(escapable)})[<＜]${bar}(?i:${spelling})${bar}[>＞]`, 'invalid.deprecated.misspelled-token'),
      ],
    },
    'literal-block': {
      name: scope('meta.literal'),
      begin: '(<\\|literal\\|>)',
      beginCaptures: captures('keyword.control.literal'),
      end: '(<\\|endliteral\\|>)',
      endCaptures: captures('keyword.control.endliteral'),
      contentName: scope('string.unquoted.literal'),
    },
    thought: { patterns: thoughtMarkers.map((token) => match(quote(token.text), token.scope)) },
    'thought-misplaced': match(tokens(names(thoughtMarkers)), 'invalid.illegal.thought'),
  };
}
