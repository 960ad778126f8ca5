/** Loads the YAML package as soon as a text needs it. */
type Yaml = typeof import('yaml');

/**
 * Returns the package. Undefined only in a web page that uses the smallest part of the library without a YAML package
 * (`library/browser/yaml-package.ts`).
 */
export const yamlPackage = (): Yaml | undefined => require('yaml') as Yaml;
