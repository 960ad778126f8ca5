/** Messages for people about faults in a template, and about input that it rejects. */
import { TemplateError } from '../../templates/jinja/errors.ts';
import { placeIn } from '../../templates/jinja/place.ts';

/** Returns the message for a template error, with its position in the template. */
export function templateMessage({ message, fault, at, text }: TemplateError, name: string): string {
  const { line, character } =
    text === undefined || at === undefined ? { line: undefined, character: 0 } : placeIn(text, at);
  const origin = line === undefined ? name : `${name}:${line + 1}:${character + 1}`;
  return fault === 'raised' ? `${origin}: the template rejects this conversation: ${message}` : `${origin}: ${message}`;
}

/** Returns a handler for `catch`. It throws a template error with its position, and any other error unchanged. */
export const readably = (name: string) => (error: unknown) => {
  throw error instanceof TemplateError ? new Error(templateMessage(error, name)) : error;
};
