// Tags in ChatML messages, as Qwen, Hermes and similar models write them. A tag is only recognized in messages
// of the roles that write it.
import { likeJson } from './bodies.mjs';
import { jsonRules } from './json.mjs';
import { captures, include, match, scope } from './patterns.mjs';

/** The groups of roles that write the same tags, each joined by `|`. */
export const speakersOf = (tags) => [...new Set(tags.map(({ roles }) => roles.join('|')))];

/** The name of the rule for the tags of these roles. */
export const tagsOf = (speakers) => `chatml-tags-of-${speakers.split('|')[0]}`;

/** The rules inside each tag: hidden text is dimmed like a thought, JSON is read as JSON, and parameters of a call may be tags. */
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
    // A tag in a string is text. A string that is not closed ends before a tag at the end of the line.
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
 * A start tag up to its end tag, another start tag of its kind, or the end of the message; and a lone end tag. A tag is a single
 * scope, since the editor matches brackets only within one.
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

/** `<function=NAME>…</function>`: a call by Qwen3-Coder and similar models. */
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
