import { builtinNamespaceOf, builtinType, contentTypes } from '../grammar/index.ts';
import { isKnownType } from '../model/message.ts';
import { attributeNamed } from '../syntax/message-header.ts';
import type { Span } from '../syntax/span.ts';
import { closest } from '../syntax/tokens/closest.ts';
import { didYouMean, listed, quote } from '../syntax/wording.ts';
import type { Rule } from './support/rule.ts';

const names = contentTypes.map(({ name }) => name);

/** Reports a type that the linter cannot check (2.2 §6, A-039). */
export const rule: Rule = {
  code: 'content-type-unknown',
  title: 'Type other than json, text or markdown',
  section: '2.2 §6',
  level: 'information',
  needs: ['channels'],
  header({ header }, _context, report) {
    const attribute = attributeNamed(header, 'content_type');
    const words: [Span, string][] = [];
    // With `<|constrain|>`, neither `content_type` nor a bare type applies, and `content-type-mismatch` reports any difference.
    if (!header.constrain?.word) {
      if (attribute?.value) words.push([{ start: attribute.valueStart, end: attribute.end }, attribute.value]);
      if (header.contentType) words.push([header.contentType, header.contentType.text]);
    }
    if (header.constrain?.word) words.push([header.constrain.word, header.constrain.word.text]);
    const tool = attributeNamed(header, 'to')?.value;
    for (const [span, type] of words) {
      if (!isKnownType(type) && !isUsual(type, tool))
        report(
          span,
          `${quote(type)} is not a known type, so the body is not checked against it.${didYouMean(closest(type, names)) || ` Use ${listed(names)}.`}`,
        );
    }
  },
};

/** Whether models write this type in every call to this tool (A-036). */
const isUsual = (type: string, tool: string | undefined) =>
  type === builtinType && builtinNamespaceOf(tool) !== undefined;
