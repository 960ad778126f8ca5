/** Project configurations: `ocml/checkConfiguration`, and `ocml/configurations` for a server that cannot read files. */
import type { Range } from './places.ts';

export interface CheckConfigurationParams {
  readonly text: string;
}

export interface ConfigurationProblem {
  readonly message: string;
  readonly range: Range;
}

export interface ConfigurationFile {
  readonly uri: string;
  readonly text: string;
}
