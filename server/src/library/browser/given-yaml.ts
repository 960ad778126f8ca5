/** Accepts the caller's `yaml` package, for `openchatml/parse`, the smallest part of the library. */
import { provideYaml } from './yaml-package.ts';

export function giveYaml(yaml: unknown): void {
  if (yaml !== undefined) provideYaml(yaml as typeof import('yaml'));
}
