/** Stores the `yaml` package that a caller of `openchatml/parse` passes: this smallest part of the library does not include it. */
import { provideYaml } from './yaml-package.ts';

export function giveYaml(yaml: unknown): void {
  if (yaml !== undefined) provideYaml(yaml as typeof import('yaml'));
}
