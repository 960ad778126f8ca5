/** Reads YAML as plain data. */
import { parseYaml } from '../syntax/yaml.ts';
import { shortened } from './bounds.ts';

/** The maximum number of times that aliases are followed, including nested ones. */
const MAX_ALIAS_COUNT = 100;

/** Returns the value of a text. Throws the first error in the text, with its line, or a `RangeError` if the text is nested too deeply. */
export function yamlValue(text: string): unknown {
  // The parser's line counter is not used: it would determine the lines of all errors, although only the first error is
  // reported.
  const document = parseYaml(text, { logLevel: 'silent', prettyErrors: false });
  const [first] = document.errors;
  if (first) throw new Error(`${shortened(first.message)} on line ${text.slice(0, first.pos[0]).split('\n').length}`);
  return document.toJS({ maxAliasCount: MAX_ALIAS_COUNT });
}
