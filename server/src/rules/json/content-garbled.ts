import { garbledIn } from '../../model/garbled.ts';
import { contentStrings, listOf } from '../../model/json/list.ts';
import { garbled, rule as inText } from '../content-garbled.ts';
import { spanIn } from '../support/json-scope.ts';
import { factsOf, type JsonRule } from '../support/rule.ts';

/** The same in message lists, prompts and answers. */
export const rule: JsonRule = {
  ...factsOf(inText),
  json: {
    dialects: ['messages'],
    check({ reading, text }, report) {
      const { messages, texts = [] } = listOf(reading);
      for (const node of [...messages.flatMap(contentStrings), ...texts.map((one) => one.node)]) {
        const found = garbledIn(node.value);
        if (found) report(spanIn(text, node, found.start, found.end), ...garbled(node.value, found));
      }
    },
  },
};
