import { channels, modelRole, templates } from '../../grammar/index.ts';
import { contentStrings, listOf } from '../../model/json/list.ts';
import { textOf } from '../../syntax/json/nodes.ts';
import { matchesIn } from '../support/json-scope.ts';
import type { JsonRule } from '../support/rule.ts';

const patternOf = (some: typeof templates) =>
  new RegExp(some.flatMap(({ markers }) => markers.map((marker) => marker.replaceAll('|', '\\|'))).join('|'), 'g');
const ofAny = patternOf(templates);
const ofOne = new Map(templates.filter(({ markers }) => markers.length > 0).map((one) => [one.name, patternOf([one])]));
const names = new Set(templates.map(({ name }) => name));

/** Headers of Harmony, on which the template of gpt-oss fails: it takes reasoning and answer apart. */
const harmony = new RegExp(
  `<\\|channel\\|>(?:${channels.map(({ name }) => name).join('|')})(?=[^<]{0,99}<\\|(?:message|constrain)\\|>)`,
  'g',
);

/** Markers of templates in a content (A-130, TPL-21): of the chosen template, or of any if none is chosen. */
export const rule: JsonRule = {
  code: 'template-special-in-content',
  title: 'Marker of a template in a content',
  section: 'Chat templates, Available Templates',
  level: 'warning',
  json: {
    dialects: ['messages'],
    check({ reading, text }, report) {
      const { messages, template } = listOf(reading);
      const isChosen = template?.kind === 'string' && names.has(template.value);
      const pattern = isChosen ? ofOne.get(template.value) : ofAny;
      if (pattern === undefined) return;
      for (const message of messages) {
        for (const node of contentStrings(message)) {
          if (!node.value.includes('<|')) continue;
          for (const found of matchesIn(text, node, pattern)) {
            const { name } = templates.find((one) => one.markers.includes(found.match)) ?? {};
            const whose = isChosen ? `The template \`${name}\` writes` : `Templates such as \`${name}\` write`;
            report(
              found,
              `${whose} this between messages. In a content, it ends the message or forges another one when a model reads it. Remove or rewrite it, or render with a template that escapes it.`,
            );
          }
          if (isChosen || textOf(message, 'role') !== modelRole) continue;
          for (const found of matchesIn(text, node, harmony))
            report(
              found,
              'This is raw output in Harmony. The template of gpt-oss fails on it, and others show it to the model as text. Write only the answer as `content`, reasoning as `thinking`, and calls as `tool_calls`.',
            );
        }
      }
    },
  },
};
