/** YAML support of the library: with Node, it is always available (`browser/given-yaml.ts` and `browser/yaml.ts` are for pages). */

/** Enables YAML. */
export const useYaml = (): void => {};
