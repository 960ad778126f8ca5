/** Enables YAML in the library. With Node, YAML is always available; `browser/yaml.ts` and `browser/given-yaml.ts` are for web pages. */

/** Does nothing, since YAML is always available with Node. */
export const useYaml = (): void => {};
