import { modelRole, systemRole } from '../../grammar/index.ts';
import { namesCalled } from '../../model/calls/tagged-calls.ts';
import { namesTag } from '../../model/calls/tagged-parts.ts';
import { asMessage } from '../../model/json/as-message.ts';
import { contentStrings, listOf, requestOf, roleOf } from '../../model/json/list.ts';
import { declaredBeside } from '../../model/json/tool-calls.ts';
import { declarations, taggedTools } from '../../model/tools/declarations.ts';
import { families } from '../../syntax/families/index.ts';
import type { JsonNode } from '../../syntax/json/nodes.ts';
import { closest } from '../../syntax/tokens/closest.ts';
import { didYouMean, quote } from '../../syntax/wording.ts';
import { spanIn } from '../support/json-scope.ts';
import { factsOf, type JsonRule } from '../support/rule.ts';
import { rule as inText } from '../tool-undeclared.ts';

/** Calls between tags in the content of a message, of functions that are neither next to the list nor between `<tools>`. */
export const rule: JsonRule = {
  ...factsOf(inText),
  json: {
    dialects: ['messages'],
    silentOnPlainValues: true,
    check({ reading, text }, report) {
      const { conversations } = listOf(reading);
      // Conversations of one file can have messages in common.
      const seen = new Set<JsonNode>();
      for (const messages of conversations) {
        let listed: Listed | undefined;
        for (const message of messages) {
          const role = roleOf(message)?.value;
          if (role === systemRole) listed ??= listedIn(message);
          if (role !== modelRole || seen.has(message)) continue;
          seen.add(message);
          for (const node of contentStrings(message)) {
            if (!node.value.includes(opening) || !namesTag(node.value)) continue;
            const beside = declaredBeside(requestOf(reading, message)).names;
            const [where, names] = beside
              ? ['`tools` does not declare', beside]
              : ['`<tools>` lists no function', listed];
            if (names === undefined) continue;
            for (const { value, start, end } of namesCalled(blockOf(node.value, modelRole), modelRole)) {
              if (value === '' || names.has(value)) continue;
              const meant = closest(value, [...names]);
              report(
                spanIn(text, node, start, end),
                `${where} ${quote(value)}, so nothing will answer this call. Add the function there, or correct the name.${didYouMean(meant)}`,
              );
            }
          }
        }
      }
    },
  },
};

const opening = '<tool_call>';
type Listed = ReadonlySet<string>;

const blockOf = (content: string, role: string) =>
  asMessage({
    ...{ start: 0, end: 0, role, roleSpan: { start: 0, end: 0 }, open: false, content },
    family: families['openchatml-0.1'],
  }).block;

/** The functions between `<tools>` in a system message; undefined without any, and where not all can be read. */
function listedIn(message: JsonNode): Listed | undefined {
  for (const { value } of contentStrings(message)) {
    if (!value.includes('<tools>')) continue;
    const { namespaces, tools } = declarations(blockOf(value, systemRole));
    if (namespaces.includes(taggedTools.all) && !namespaces.includes(taggedTools.unread))
      return new Set(tools.map(({ tool }) => tool));
  }
  return undefined;
}
