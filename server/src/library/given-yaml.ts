/** Ignores the `yaml` package that a caller passes: with Node, the library includes it. */
export const giveYaml = (_yaml: unknown): void => {};
