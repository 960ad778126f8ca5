/** Templates defined as data in a configuration: the text around role and content of each message. */
import { isObject } from '../syntax/is-object.ts';

/** A custom template, with the same fields as a pattern in the template registry. */
export interface CustomTemplate {
  readonly begin?: string;
  readonly message: string;
  readonly separator?: string;
  readonly generation: string;
  readonly skipEmpty?: boolean;
}

export const wantedTemplates =
  'templates by name, as in `{"mine": {"message": "[{ROLE}] {content}", "separator": "\\n", "generation": "[ASSISTANT]"}}`';

const texts = new Set(['begin', 'message', 'separator', 'generation']);

/** Whether a value is an object of templates by name, each with exactly one `{content}` in its `message`. */
export function areTemplates(value: unknown): value is Readonly<Record<string, CustomTemplate>> {
  return isObject(value) && Object.values(value).every(isTemplate);
}

function isTemplate(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { message, generation, skipEmpty = false } = value;
  const known = Object.entries(value).every(
    ([key, one]) => key === 'skipEmpty' || (texts.has(key) && typeof one === 'string'),
  );
  const hasContent = typeof message === 'string' && message.split('{content}').length === 2;
  return known && hasContent && typeof generation === 'string' && typeof skipEmpty === 'boolean';
}
