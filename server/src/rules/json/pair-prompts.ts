import { modelRole } from '../../grammar/index.ts';
import { roleOf, rowsOf } from '../../model/json/list.ts';
import { pairOf } from '../../model/json/shapes/answer-shapes.ts';
import type { JsonNode } from '../../syntax/json/nodes.ts';
import { sameValue } from '../../syntax/json/same-value.ts';
import { quote } from '../../syntax/wording.ts';
import { valueSpan } from '../support/json-scope.ts';
import type { JsonRule } from '../support/rule.ts';

/** Reports a training row with a preference whose two lists contain different prompts before their answers. */
export const rule: JsonRule = {
  code: 'pair-prompts',
  title: 'Chosen and rejected answers have different prompts',
  section: 'Language notes, A-145',
  level: 'off',
  levels: { training: 'warning' },
  json: {
    dialects: ['messages'],
    silentOnPlainValues: 'rows',
    check({ reading, text }, report) {
      for (const row of rowsOf(reading)) {
        const { form, prompt, chosen, rejected } = pairOf(row) ?? {};
        if (form === undefined || prompt || !chosen || !rejected) continue;
        const other = differing(chosen.messages, rejected.messages);
        if (other)
          report(
            valueSpan(text, other),
            `This message is not in ${quote(form.chosen)}, so the two lists answer different prompts. Trainers use only the common beginning of both lists as the prompt. Write the same prompt in both, or remove the row.`,
          );
      }
    },
  },
};

/** Returns the first message that differs between the two lists, not counting their answers. */
function differing(chosen: readonly JsonNode[], rejected: readonly JsonNode[]): JsonNode | undefined {
  for (const [index, message] of rejected.entries()) {
    const liked = chosen[index];
    if (liked === undefined || [liked, message].some((one) => roleOf(one)?.value === modelRole)) return undefined;
    if (!sameValue(liked, message)) return message;
  }
  return undefined;
}
