/** The package that reads YAML, which is loaded with the first text that needs it. */
type Yaml = typeof import('yaml');

/** Undefined only in a page that uses the smallest part of the library and was not given a package (`library/browser/yaml-package.ts`). */
export const yamlPackage = (): Yaml | undefined => require('yaml') as Yaml;
