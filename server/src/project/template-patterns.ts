/** Templates that are defined in a configuration by the text around the role and the content of each message. */
import { isObject } from '../syntax/is-object.ts';

/** A custom template, which has the same fields as a pattern in the template registry. */
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

/** Whether a value is an object with templates by name. The `message` of each must contain exactly one `{content}`. */
export function areTemplates(value: unknown): value is Readonly<Record<string, CustomTemplate>> {
  return isObject(value) && Object.values(value).every(isTemplate);
}

function isTemplate(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { message, generation, skipEmpty = false } = value;
  const hasValidMembers = Object.entries(value).every(
    ([key, one]) => key === 'skipEmpty' || (texts.has(key) && typeof one === 'string'),
  );
  const hasContent = typeof message === 'string' && message.split('{content}').length === 2;
  return hasValidMembers && hasContent && typeof generation === 'string' && typeof skipEmpty === 'boolean';
}
