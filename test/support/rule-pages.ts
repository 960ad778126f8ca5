/** The pages of the rules, and the documents on them. */
import type { AnyDialectId } from '../../server/src/grammar/index.ts';

export interface PageDocument {
  readonly text: string;
  /** It is a chat template. */
  readonly jinja: boolean;
  /** The dialect of JSON and `.harmony` files; an `.ocml` file shows its own. */
  readonly dialect: AnyDialectId | undefined;
  /** Where it is not the usual one of the code, as with tags of ChatML. */
  readonly severity: string | undefined;
}

export function documentsIn(markdown = ''): PageDocument[] {
  return [...markdown.matchAll(/^```(ocml|json|jinja)(?: ([\w-]+))?(?: \((\w+)\))?\n([^]*?)\n```$/gm)].map(
    ([, language, dialect, severity, text = '']) => ({
      text,
      jinja: language === 'jinja',
      severity,
      dialect: dialect as AnyDialectId | undefined,
    }),
  );
}
