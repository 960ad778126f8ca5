import { attributes, replyAttributeOrder } from '../grammar/index.ts';
import type { Rule } from './support/rule.ts';

const order = attributes.map((attribute) => attribute.name);

/** Returns the index of the first attribute that should come before one of the preceding attributes; undefined if there is none. */
function firstOutOfOrder(keys: readonly string[], usualOrder: readonly string[]): number | undefined {
  let highest = -1;
  for (const [i, key] of keys.entries()) {
    const rank = usualOrder.indexOf(key);
    if (rank >= 0 && rank < highest) return i;
    highest = Math.max(highest, rank);
  }
  return undefined;
}

/**
 * Reports attributes that are not in the order of §6 or, in replies, of §8.1; and an attribute that is repeated with the same value (A-030,
 * A-032, A-034).
 */
export const rule: Rule = {
  code: 'attribute-order',
  title: 'Attribute out of order or repeated',
  section: '2.2 §6, §8.1',
  level: 'hint',
  needs: ['channels'],
  header({ header, kind }, _context, report) {
    const { channel, constrain, faults } = header;
    // If the order of these tokens is already reported as a fault of the header, it is not reported again.
    if (channel && constrain && constrain.token.start < channel.token.start) {
      const { start } = channel.token;
      if (!faults.some((fault) => fault.start === start))
        report(channel.token, 'Move `<|constrain|>`: the usual order is `<|channel|>` first, then `<|constrain|>`.', {
          data: { rule: 'constrain' },
        });
    }
    for (const attribute of header.attributes) {
      if (attribute.repeated)
        report(attribute, `\`${attribute.key}=\` occurs earlier in this header. Remove one of them.`);
    }
    const leadingAttributes = header.attributes.filter(({ afterChannel, repeated }) => !afterChannel && !repeated);
    const keys = leadingAttributes.map(({ key }) => key);
    const misplaced = firstOutOfOrder(keys, order);
    if (misplaced === undefined || (kind === 'reply' && firstOutOfOrder(keys, replyAttributeOrder) === undefined))
      return;
    const attribute = leadingAttributes[misplaced];
    const before = leadingAttributes
      .slice(0, misplaced)
      .find(({ key }) => order.indexOf(key) > order.indexOf(attribute?.key ?? ''));
    if (attribute && before)
      report(
        attribute,
        `\`${attribute.key}=\` usually comes before \`${before.key}=\`. Sort the attributes: ${order.map((key) => `\`${key}\``).join(', ')}.`,
      );
  },
};
