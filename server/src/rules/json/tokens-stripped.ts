import { modelRole } from '../../grammar/index.ts';
import { contentStrings, listOf, roleOf } from '../../model/json/list.ts';
import { stripped } from '../../model/stripped.ts';
import { spanIn } from '../support/json-scope.ts';
import { factsOf, type JsonRule } from '../support/rule.ts';
import { rule as inText } from '../tokens-stripped.ts';

/** The same in answers that a model is trained on: `content` is where servers put such an output. */
export const rule: JsonRule = {
  ...factsOf(inText),
  json: {
    dialects: ['messages'],
    silentOnPlainValues: true,
    check({ reading, text, training }, report) {
      if (!training) return;
      const { messages, texts = [], unsaid = [] } = listOf(reading);
      const said = messages.filter((message) => roleOf(message)?.value === modelRole && !unsaid.includes(message));
      const answers = texts.flatMap(({ node, answer }) => (answer ? [node] : []));
      for (const node of [...said.flatMap(contentStrings), ...answers]) {
        const head = stripped(node.value)?.head;
        if (head)
          report(
            spanIn(text, node, head.start, head.end),
            'This reads like messages of Harmony whose control tokens were removed, so a model learns to write its reasoning and the names of channels as the answer. Write only the answer as `content`, and reasoning as `thinking`.',
          );
      }
    },
  },
};
