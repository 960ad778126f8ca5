/** The package that reads YAML, if a part of the library has brought it: it is as large as all that reads transcripts. */
type Yaml = typeof import('yaml');

let given: Yaml | undefined;

export const provideYaml = (yaml: Yaml): void => {
  given = yaml;
};

export const yamlPackage = (): Yaml | undefined => given;
