/** The value of a configuration in YAML. */
import { parseYaml } from '../syntax/yaml.ts';
import { shortened } from './bounds.ts';

/** How often aliases may be followed, including nested ones. */
const MAX_ALIAS_COUNT = 100;

/** Throws the first error of the text, with its line, and a `RangeError` where it is nested too deeply. */
export function yamlValue(text: string): unknown {
  // Without its line counter, which would find the line of every error, although only the first one is reported.
  const document = parseYaml(text, { logLevel: 'silent', prettyErrors: false });
  const [first] = document.errors;
  if (first) throw new Error(`${shortened(first.message)} on line ${text.slice(0, first.pos[0]).split('\n').length}`);
  return document.toJS({ maxAliasCount: MAX_ALIAS_COUNT });
}
