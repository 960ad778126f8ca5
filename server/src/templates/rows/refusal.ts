/** Writes the message, with a remedy, about a template that rejects a conversation. */
import { quote } from '../../syntax/wording.ts';
import { type Fault, sentence, type TemplateError } from '../jinja/errors.ts';
import { placeIn } from '../jinja/place.ts';

interface Refusal {
  readonly does: string;
  readonly remedy: string;
}

const refusals: Readonly<Record<Fault, Refusal>> = {
  raised: {
    does: 'rejects this conversation',
    remedy: 'Change the conversation, or choose another template.',
  },
  failed: {
    does: 'fails on this conversation',
    remedy:
      'A value in the conversation is missing, or has a type that the template does not expect. Correct the value, or correct the template.',
  },
  budget: {
    does: 'exceeds a limit on this conversation',
    remedy: 'Shorten the conversation, or simplify the template.',
  },
  syntax: { does: 'cannot be read', remedy: 'Correct the template.' },
};

/** Matches the error for a variable that neither the conversation nor the tokenizer defines. */
const unknown = /'(\w+)' is undefined$/;

export function refusal(name: string, { fault, message, at, text }: TemplateError): string {
  const { does, remedy } = refusals[fault];
  const line =
    fault !== 'failed' || at === undefined || text === undefined
      ? ''
      : `, on line ${placeIn(text, at).line + 1} of the template`;
  const [, variable] = fault === 'failed' ? (unknown.exec(message) ?? []) : [];
  const advice =
    variable === undefined ? remedy : `Define ${quote(variable)} ${placeOf(variable)}, or correct the template.`;
  return `The template ${name} ${does}${line}: ${sentence(message)} ${advice}`;
}

/** The place where a template variable is usually defined. */
const placeOf = (variable: string) =>
  variable.endsWith('_token') ? 'in the `tokenizer_config.json` next to the template' : 'next to `messages`';
