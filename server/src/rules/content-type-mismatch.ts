import { isFunction, jsonErrorSpan } from '../model/body-json.ts';
import { has, Trait } from '../syntax/block.ts';
import { spacedName } from '../syntax/header/header-builder.ts';
import { attributeNamed } from '../syntax/message-header.ts';
import { quote } from '../syntax/wording.ts';
import { brokenJson } from './support/broken-json.ts';
import { Aspect, type Rule } from './support/rule.ts';

/** Reports a `content_type` that differs from the type after `<|constrain|>` or from the body (2.2 §6, A-038). */
export const rule: Rule = {
  code: 'content-type-mismatch',
  title: 'Content type disagrees with the body or with `<|constrain|>`',
  section: '2.2 §6',
  level: 'warning',
  needs: ['channels'],
  projection: 'whole',
  message: {
    when: Aspect.Typed,
    check(message, _context, report) {
      const { block, header, constraint, hint, kind, tool } = message;
      if (hint === undefined) return;
      if (constraint !== undefined) {
        const span = attributeNamed(header, 'content_type') ?? header.contentType;
        if (span === undefined || hint === constraint) return;
        const to = attributeNamed(header, 'to');
        const isNext = to !== undefined && to.value !== '' && span === header.contentType && to.end < span.start;
        const whole = isNext && spacedName(to.value, hint);
        const advice = whole
          ? `If it belongs to the name before it, write ${quote(whole)}: names use \`_\` instead of a space. Otherwise, remove it.`
          : 'Make the two types agree, or remove this one.';
        report(span, `The type here is \`${hint}\`, but \`<|constrain|>${constraint}\` takes precedence. ${advice}`);
        return;
      }
      // In a call to a function, `E-CALL-SCHEMA` reports this as a fault of the arguments.
      if (kind === 'call' && isFunction(tool)) return;
      if (hint !== 'json' || has(block, Trait.Open) || !has(block, Trait.HasMessage)) return;
      const { error } = message.json;
      if (error)
        report(
          jsonErrorSpan(message, error),
          `The header says the body is JSON, but it does not parse: ${brokenJson(message, error)}.`,
        );
    },
  },
};
