/**
 * The `yaml` package, if a part of the library has provided it. It is kept separate because it is as large as all the
 * code that reads transcripts.
 */
type Yaml = typeof import('yaml');

let yamlModule: Yaml | undefined;

export const provideYaml = (yaml: Yaml): void => {
  yamlModule = yaml;
};

export const yamlPackage = (): Yaml | undefined => yamlModule;
