/** The package that reads YAML, which is loaded with the first text that needs it. */
type Yaml = typeof import('yaml');

/** Undefined only in a page that has the smallest part of the library, and was given none (`library/browser/yaml-package.ts`). */
export const yamlPackage = (): Yaml | undefined => require('yaml') as Yaml;
