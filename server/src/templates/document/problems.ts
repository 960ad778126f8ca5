/** Finds problems in the text of a template and in the prompts that it writes. */
import { findingsOf } from '../findings/index.ts';
import { sentence, TemplateError } from '../jinja/errors.ts';
import { normalized } from '../jinja/lexer.ts';
import { jinjaTemplate } from '../jinja-template.ts';
import type { Tokenizer } from '../sources/tokenizer-config.ts';
import { markerProblems } from './markers.ts';
import { nameProblems } from './names.ts';
import type { TextProblem } from './problem.ts';

export function problemsOfTemplate(source: string, tokenizer: Tokenizer, unwanted?: () => boolean): TextProblem[] {
  try {
    const template = jinjaTemplate('template', source, tokenizer);
    const inText = [
      ...nameProblems(template.body, tokenizer.tokens.keys()),
      ...markerProblems(template.text, tokenizer.added),
    ];
    // If Jinja rejects the template, or if the template misspells `messages`, all other findings are only consequences of this problem.
    if (inText.some(({ code, meant }) => code === 'template-filter-unknown' || meant === 'messages')) return inText;
    return [...inText, ...findingsOf(template, unwanted)];
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return [
      {
        code: 'template-syntax',
        message: `This template cannot be read: ${sentence(error.message)}${error.fault === 'syntax' ? ' Correct the mistake, which is here or earlier in the template.' : ''}`,
        at: error.at ?? 0,
      },
    ];
  }
}

/**
 * Returns the span to underline for a problem, as offsets in the source. The span is a tag or a word if that is on one line, otherwise the
 * rest of the line.
 */
export function spanIn(source: string, { at, length }: TextProblem): readonly [start: number, end: number] {
  const text = normalized(source);
  const from = Math.min(at ?? 0, text.length);
  const rest = text.slice(from, from + 2000);
  const begun =
    length ??
    /^(?:\{[{%#].*?[}%#]\}|[\w.]+|['"][^'"\n]*['"])/.exec(rest)?.[0].length ??
    Math.max(1, rest.search(/\n|$/));
  return [rawOffset(source, from), rawOffset(source, from + Math.min(begun, Math.max(1, text.length - from)))];
}

/** Converts an offset in the normalized text to one in the source, where line breaks may be longer. */
function rawOffset(source: string, at: number): number {
  let raw = at;
  for (let index = source.indexOf('\r\n'); index >= 0 && index < raw; index = source.indexOf('\r\n', index + 2)) raw++;
  return Math.min(raw, source.length);
}
