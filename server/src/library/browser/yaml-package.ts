/**
 * The `yaml` package, if a part of the library has provided it. It is kept separate because it is as large as all the
 * code that reads transcripts.
 */
type Yaml = typeof import('yaml');

let given: Yaml | undefined;

export const provideYaml = (yaml: Yaml): void => {
  given = yaml;
};

export const yamlPackage = (): Yaml | undefined => given;
