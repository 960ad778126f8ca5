/** The package `yaml` of somebody else, which Node does not need. */
export const giveYaml = (_yaml: unknown): void => {};
