import { attributes } from '../grammar/index.ts';
import type { Rule } from './support/rule.ts';

const afterChannel = new Set(attributes.filter((fact) => fact.afterChannel).map((fact) => fact.name));

/** Reports an attribute after the channel that belongs in the start header (2.2 §6; ). `to=` is allowed there, but unusual. */
export const rule: Rule = {
  code: 'attribute-position',
  title: 'Attribute after the channel',
  section: '2.2 §6',
  level: 'warning',
  // Harmony has only `to=`, and accepts it in both positions.
  levels: { harmony: 'off' },
  needs: ['channels'],
  header({ header }, { family }, report) {
    // Other rules report a faulty attribute, and an attribute after `<|constrain|>`.
    const faulty = new Set(header.faults.map(({ start }) => start));
    for (const attribute of header.attributes) {
      const { key } = attribute;
      if (!attribute.afterChannel || attribute.repeated || faulty.has(attribute.start)) continue;
      if (key === 'to') {
        if (!family.has.recipientAnywhere)
          report(attribute, '`to=` usually comes directly after the role. Move it there.', { milder: 'hint' });
      } else if (attributes.some(({ name }) => name === key) && !afterChannel.has(key)) {
        report(attribute, `\`${key}=\` belongs before \`<|channel|>\`, where all parsers look for it. Move it there.`);
      }
    }
  },
};
