import { channels, modelRole } from '../../grammar/index.ts';
import { replyRoles } from '../../grammar/messages.ts';
import { templates } from '../../grammar/template-names.ts';
import { contentStrings, listOf } from '../../model/json/list.ts';
import { type Leaked, leakedAtEdges, leakedWithin } from '../../model/leaked.ts';
import { textOf } from '../../syntax/json/nodes.ts';
import { quote } from '../../syntax/wording.ts';
import { matchesIn, spanIn } from '../support/json-scope.ts';
import type { JsonRule, Severity } from '../support/rule.ts';

const patternOf = (some: typeof templates) =>
  new RegExp(some.flatMap(({ markers }) => markers.map((marker) => marker.replaceAll('|', '\\|'))).join('|'), 'g');
const ofAny = patternOf(templates);
const ofOne = new Map(templates.filter(({ markers }) => markers.length > 0).map((one) => [one.name, patternOf([one])]));
const names = new Set(templates.map(({ name }) => name));

/** The headers of Harmony. The template of gpt-oss fails on them, since it expects reasoning and answer in separate fields. */
const harmony = new RegExp(
  `<\\|channel\\|>(?:${channels.map(({ name }) => name).join('|')})(?=[^<]{0,99}<\\|(?:message|constrain)\\|>)`,
  'g',
);

/**
 * Words for the position of leftover control text, and its severity. A tool may return any text, and users may ask about tokens. At the end
 * of content or on a line of its own, the severity is therefore milder outside answers.
 */
const leaked: Readonly<Record<Leaked['where'], readonly [where: string, milder: (role?: string) => Severity]>> = {
  start: ['at the beginning of', () => 'warning'],
  end: ['at the end of', (role) => (role === modelRole ? 'warning' : 'information')],
  within: ['in', () => 'hint'],
  line: ['on a line of', (role) => (role === modelRole ? 'warning' : 'hint')],
};

function leakIn({ fact: { text, of }, where }: Leaked): string {
  if (where === 'line')
    return `${quote(text)} is a prompt heading from ${of}: another prompt begins here, and a model learns to write such prompts. End the content before the heading.`;
  const sentence = `${quote(text)} ${leaked[where][0]} this content is a control token of ${of}, left over from a prompt or an output.`;
  const remedy = where === 'within' ? 'Remove it, unless the message is about it.' : 'Remove it.';
  return `${sentence} Templates write such tokens themselves, so the model reads it twice, or learns to write it as text. ${remedy}`;
}

/**
 * Reports markers of templates in content (A-130, TPL-21): those of the chosen template or, if none is chosen, of any. Also reports
 * leftovers of other control text at the edges of content, or anywhere in training rows.
 */
export const rule: JsonRule = {
  code: 'template-special-in-content',
  title: 'Template marker in content',
  section: 'Chat templates, Available Templates',
  level: 'warning',
  json: {
    dialects: ['messages'],
    silentOnPlainValues: true,
    check({ reading, text, training }, report) {
      const { messages, texts = [], template } = listOf(reading);
      const isChosen = template?.kind === 'string' && names.has(template.value);
      const pattern = isChosen ? ofOne.get(template.value) : ofAny;
      if (pattern === undefined) return;
      const contents = [
        ...messages.map((message) => ({ role: textOf(message, 'role'), nodes: contentStrings(message) })),
        ...texts.map(({ node, answer }) => ({ role: answer ? modelRole : undefined, nodes: answer ? [node] : [] })),
      ];
      for (const { role, nodes } of contents) {
        for (const node of nodes) {
          const outputs = isChosen || role !== modelRole ? [] : [...matchesIn(text, node, harmony)];
          // Headers of Harmony are reported separately.
          const isSearched = !isChosen && !replyRoles.has(role) && outputs.length === 0;
          const leaks = isSearched ? [...leakedAtEdges(node.value), ...(training ? leakedWithin(node.value) : [])] : [];
          for (const one of leaks) {
            const milder = leaked[one.where][1](role);
            report(spanIn(text, node, one.start, one.end), leakIn(one), {
              milder,
              ...((one.where === 'start' || one.where === 'end') && { data: { leaked: one.fact.text } }),
            });
          }
          if (!node.value.includes('<|')) continue;
          for (const marker of matchesIn(text, node, pattern)) {
            const { name } = templates.find((one) => one.markers.includes(marker.match)) ?? {};
            const whose = isChosen ? `The template \`${name}\` writes` : `Templates such as \`${name}\` write`;
            report(
              marker,
              `${whose} ${quote(marker.match)} between messages. Within content, it ends the message or forges another one. Remove or rewrite it, or use a template that escapes it.`,
            );
          }
          for (const output of outputs)
            report(
              output,
              'This is raw Harmony output. The gpt-oss template fails on it, and other templates show it to the model as text. Write only the answer as `content`, reasoning as `thinking`, and calls as `tool_calls`.',
            );
        }
      }
    },
  },
};
