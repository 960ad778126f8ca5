import { functionsNamespace } from '../grammar/index.ts';
import { namesInBody } from '../model/calls/called-names.ts';
import { namesCalled } from '../model/calls/tagged-calls.ts';
import { wordsOf } from '../model/message-origin.ts';
import { taggedTools } from '../model/tools/declarations.ts';
import { attributeNamed } from '../syntax/message-header.ts';
import { didYouMean, quote } from '../syntax/wording.ts';
import { Aspect, type Look, type Rule } from './support/rule.ts';

/**
 * Reports a call to a function that is not declared although others are: in the developer message, or next to a list of messages (A-072).
 */
export const rule: Rule = {
  code: 'tool-undeclared',
  title: 'Called function is not declared',
  section: '2.2 §4, §8',
  level: 'warning',
  needs: ['channels'],
  projection: 'in-order',
  chats: 'call',
  silentOnPlainValues: true,
  message: {
    when: Aspect.Call,
    check(message, { declared }, report) {
      const { tool, header } = message;
      if (tool === undefined || !tool.startsWith(`${functionsNamespace}.`)) return;
      const name = tool.slice(functionsNamespace.length + 1);
      // `tool-name-missing` reports a call without a name.
      if (message.placed?.api && name === '') return;
      if (!declared.hasNamespace(functionsNamespace) || declared.hasTool(tool)) return;
      const to = attributeNamed(header, 'to');
      if (to)
        report(
          to,
          `${wordsOf(message).functions} does not declare ${quote(name)}. Declare it there, or correct the name.${didYouMean(declared.meant?.(tool))}`,
        );
    },
  },
  forms: [
    {
      // Checks calls in tags in the same way, if a system message has `<tools>`, or if a list has `tools` next to its messages (A-140).
      needs: ['taggedParts'],
      chats: 'tagged-answers',
      silentOnPlainValues: true,
      message: {
        when: Aspect.Tagged,
        check({ block, role, placed }, { declared }, report) {
          if (!declared.hasNamespace(taggedTools.all) || declared.hasNamespace(taggedTools.unread)) return;
          for (const name of namesCalled(block, role)) {
            if (name.value === '' || declared.hasTool(name.value)) continue;
            report(
              name,
              `${placed?.words.functions ?? '`<tools>`'} lists no function ${quote(name.value)}, so nothing will answer this call. Add the function there, or correct the name.${didYouMean(declared.meant?.(name.value))}`,
            );
          }
        },
      },
    },
    ...(['bodyCalls', 'functions'] as const).map(
      (ability): Look => ({
        // If prose describes the tools, a function with an unknown name may be described there, so only misspellings are reported.
        needs: [ability],
        message: {
          when: Aspect.Assistant,
          check({ block, role }, { declared }, report) {
            for (const name of namesInBody(block, role)) {
              const intendedName = declared.hasTool(name.value) ? undefined : declared.meant?.(name.value);
              if (intendedName !== undefined)
                report(
                  name,
                  `No function ${quote(name.value)} is declared, so nothing will answer this call. Correct the name, or declare the function.${didYouMean(intendedName)}`,
                );
            }
          },
        },
      }),
    ),
  ],
};
