/** Reads the value of a YAML configuration. */
import { parseYaml } from '../syntax/yaml.ts';
import { shortened } from './bounds.ts';

/** The maximum number of aliases to follow, including nested ones. */
const MAX_ALIAS_COUNT = 100;

/** Throws the first error in the text, with its line, and a `RangeError` if it is nested too deeply. */
export function yamlValue(text: string): unknown {
  // Avoid the parser's line counter: it would determine the line of every error, although only the first is reported.
  const document = parseYaml(text, { logLevel: 'silent', prettyErrors: false });
  const [first] = document.errors;
  if (first) throw new Error(`${shortened(first.message)} on line ${text.slice(0, first.pos[0]).split('\n').length}`);
  return document.toJS({ maxAliasCount: MAX_ALIAS_COUNT });
}
