import { contentStrings, listOf } from '../../model/json/list.ts';
import { callsOf } from '../../model/json/tool-calls.ts';
import { rule as inText } from '../call-mixed.ts';
import { spanIn } from '../support/json-scope.ts';
import { factsOf, type JsonRule } from '../support/rule.ts';

/** A call of an answer to train on that is in its content, too: a template writes both. */
export const rule: JsonRule = {
  ...factsOf(inText),
  json: {
    dialects: ['messages'],
    silentOnPlainValues: true,
    check({ reading, text, training }, report) {
      if (!training) return;
      for (const message of listOf(reading).messages) {
        const names = new Set(callsOf(message).map(({ name }) => name));
        if (names.size === 0) continue;
        for (const node of contentStrings(message))
          for (const { 0: tag, 1: name, index } of node.value.matchAll(written))
            if (names.has(name))
              report(
                spanIn(text, node, index, index + tag.indexOf('>') + 1),
                'This call is in `tool_calls`, too, so a chat template writes it twice. Remove it from the content.',
                { milder: 'warning' },
              );
      }
    },
  },
};

const written = /<tool_call>\s*\{\s*"name"\s*:\s*"([^"\\]+)"/g;
