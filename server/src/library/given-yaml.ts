/** Accepts the caller's `yaml` package, which is not needed with Node. */
export const giveYaml = (_yaml: unknown): void => {};
