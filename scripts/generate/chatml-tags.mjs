// Grammar rules for tags in ChatML messages, as Qwen, Hermes and similar models write them. A tag is only recognized in messages of
// the roles that write it.
import { likeJson } from './bodies.mjs';
import { jsonRules } from './json.mjs';
import { captures, include, match, scope } from './patterns.mjs';

/** Returns the groups of roles that write the same tags. The roles of a group are joined by `|`. */
export const speakersOf = (tags) => [...new Set(tags.map(({ roles }) => roles.join('|')))];

/** Returns the name of the rule for the tags of a group of roles. */
export const tagsOf = (speakers) => `chatml-tags-of-${speakers.split('|')[0]}`;

/**
 * The rules inside each tag: hidden text is dimmed like reasoning, JSON is read as JSON, and a call may contain tags for its parameters.
 */
const holds = {
  think: ['chatml-tag-quoted', 'chatml-tag-text'],
  tool_call: ['chatml-tag-payload', 'chatml-tag-function', 'chatml-tag-text'],
  tool_response: ['chatml-tag-payload', 'chatml-tag-text'],
  tools: ['chatml-tag-payload'],
};

export function tagRules(tags, stop) {
  const any = tags.map(({ name }) => name).join('|');
  const rulesFor = (speakers) => ({
    patterns: tags.filter(({ roles }) => roles.join('|') === speakers).flatMap((tag) => rulesOf(tag, stop)),
  });
  return {
    ...Object.fromEntries(speakersOf(tags).map((speakers) => [tagsOf(speakers), rulesFor(speakers)])),
    'chatml-tag-quoted': match(`([\`'"])</?(?:${any})>\\1`, 'comment.block.hidden'),
    'chatml-tag-text': match(`[^<\`'"]+|[\`'"]|<(?!/?(?:${any})>|\\|)`, 'comment.block.hidden'),
    'chatml-tag-payload': {
      name: scope('meta.embedded.block.json source.json'),
      begin: `(?:^|(?<=>))[ \\t]*${likeJson}`,
      end: `(?=</(?:${any})>)|${stop}`,
      patterns: include('chatml-tag-json'),
    },
    // A tag inside a string is plain text. If a string is not closed, a tag at the end of the line ends the string.
    ...jsonRules({
      stop: `(?=</(?:${any})>\\s*$)|${stop}`,
      text: 'chatml-token',
      prefix: 'chatml-tag-',
      lenient: true,
    }),
    'chatml-tag-function': pair('function', 'entity.name.function', `(?=</(?:${any})>)|${stop}`, {
      patterns: include('chatml-tag-parameter', 'chatml-tag-text'),
    }),
    'chatml-tag-parameter': pair('parameter', 'variable.parameter', `(?=</(?:function|${any})>)|${stop}`, {
      contentName: scope('string.unquoted.parameter'),
      patterns: include('chatml-token'),
    }),
  };
}

/**
 * Returns the rules for a tag: one for its element, and one for an end tag by itself. The element ends at the end tag, at another start tag
 * of the same name, or at the end of the message. It has one scope, since the editor matches brackets only within a scope.
 */
function rulesOf({ name }, stop) {
  const tag = `entity.name.tag.${name}`;
  return [
    {
      name: scope(`meta.tag.${name}`),
      begin: `(<${name}>)`,
      beginCaptures: captures(tag),
      end: `(</${name}>)|(?=<${name}>)|${stop}`,
      endCaptures: captures(tag),
      patterns: include(...holds[name]),
    },
    match(`</${name}>`, tag),
  ];
}

/** Returns the rule for an element such as `<function=NAME>…</function>`, with which Qwen3-Coder and similar models write calls. */
function pair(tag, nameScope, stop, content) {
  const mark = 'punctuation.definition.tag';
  return {
    begin: `(<)(${tag})(=)([^<>\\s]+)(>)`,
    beginCaptures: captures(mark, `entity.name.tag.${tag}`, 'punctuation.separator.key-value', nameScope, mark),
    end: `(</)(${tag})(>)|${stop}`,
    endCaptures: captures(mark, `entity.name.tag.${tag}`, mark),
    ...content,
  };
}
