/** Messages for people about the faults of a template, and about what it refuses. */
import { TemplateError } from '../../templates/jinja/errors.ts';
import { placeIn } from '../../templates/jinja/place.ts';

/** Returns the message for what a template refuses, with its place in the template. */
export function templateMessage({ message, fault, at, text }: TemplateError, name: string): string {
  const { line, character } =
    text === undefined || at === undefined ? { line: undefined, character: 0 } : placeIn(text, at);
  const place = line === undefined ? name : `${name}:${line + 1}:${character + 1}`;
  return fault === 'raised' ? `${place}: the template rejects this conversation: ${message}` : `${place}: ${message}`;
}

/** For `catch`: throws an error of a template with its place, and any other as it is. */
export const readably = (name: string) => (error: unknown) => {
  throw error instanceof TemplateError ? new Error(templateMessage(error, name)) : error;
};
