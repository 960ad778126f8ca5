/** The `yaml` package, if a part of the library has provided it: it is as large as all code that reads transcripts. */
type Yaml = typeof import('yaml');

let given: Yaml | undefined;

export const provideYaml = (yaml: Yaml): void => {
  given = yaml;
};

export const yamlPackage = (): Yaml | undefined => given;
