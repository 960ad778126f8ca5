import { builtinNamespaces, functionsNamespace } from '../grammar/index.ts';
import { attributeNamed } from '../syntax/message-header.ts';
import { quote } from '../syntax/wording.ts';
import { Aspect, type Rule } from './support/rule.ts';

const builtin = builtinNamespaces.map((namespace) => `${namespace}.`);
/** Matches a valid function name as a recipient. */
export const toolName = new RegExp(`^${functionsNamespace}(?:\\.[\\w-]+)+$`);

/** Reports a recipient in a namespace that is neither known nor declared (2.2 §6, A-048). */
export const rule: Rule = {
  code: 'recipient-format',
  title: 'Recipient without a known namespace',
  section: '2.2 §6',
  level: 'information',
  levels: { messages: 'warning' },
  needs: ['channels'],
  projection: 'in-order',
  chats: 'call',
  silentOnPlainValues: true,
  message: {
    when: Aspect.Call,
    check({ tool, header, placed }, { declared }, report) {
      const to = attributeNamed(header, 'to');
      if (placed?.api) {
        const { name } = placed.api;
        if (to && /\s/.test(name.trim()))
          report(
            to,
            `${quote(name)} contains a space, so chat APIs reject the call. Write \`_\` instead of the space, both here and in the declaration of the function.`,
          );
        return;
      }
      if (tool === undefined || to === undefined || builtin.some((prefix) => `${tool}.`.startsWith(prefix))) return;
      if (tool.startsWith(`${functionsNamespace}.`)) {
        if (!toolName.test(tool))
          report(
            to,
            `\`${tool}\` is not the name of a tool. After \`${functionsNamespace}.\`, use only letters, digits, \`_\`, \`-\` and dots.`,
          );
        return;
      }
      const dot = tool.indexOf('.');
      if (dot > 0 && declared.hasNamespace(tool.slice(0, dot))) return;
      const name = tool === functionsNamespace ? 'NAME' : tool.slice(dot + 1);
      const reason =
        dot > 0
          ? `\`${tool.slice(0, dot)}\` is neither a built-in nor a declared namespace`
          : `\`${tool}\` has no namespace`;
      report(
        to,
        `${reason}. If this is a function, write \`${functionsNamespace}.${name}\`; if a runtime provides \`${tool}\`, declare it in a system or developer message.`,
      );
    },
  },
};
