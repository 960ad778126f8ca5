/** YAML where the library is: with Node, it can always be read (`browser/given-yaml.ts` and `browser/yaml.ts` are for pages). */

/** Has YAML read. */
export const useYaml = (): void => {};
