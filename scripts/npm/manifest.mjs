// Creates the manifests of the npm packages from those of the extension and of the server.
import { exportsManifest } from './library.mjs';

/** The scripts for the commands of the package. `npx openchatml` runs the `openchatml` command. */
const bin = {
  ocml: 'bin/ocml.js',
  openchatml: 'bin/ocml.js',
  'ocml-language-server': 'bin/ocml-language-server.js',
};

/**
 * Returns the manifest of the main package. Its only dependency is the package with the vocabularies, because all other dependencies are
 * bundled.
 */
export function npmManifest(extension, server) {
  const { name, version, license, repository, homepage, bugs, keywords } = extension;
  const { description, engines } = server;
  return {
    ...{ name, version, description, license, homepage, bugs, repository: forNpm(repository), type: 'commonjs' },
    keywords: [...keywords, 'linter', 'cli', 'language-server', 'jsonl', 'training-data'],
    engines,
    bin,
    ...exportsManifest,
    files: ['bin', 'dist', 'library', 'docs/rules', 'editors', 'schemas', 'ThirdPartyNotices.txt'],
    optionalDependencies: { [vocabulariesName(name)]: version },
  };
}

/** Returns the repository in the form that npm itself would write. */
const forNpm = (repository) => ({ ...repository, url: `git+${repository.url}` });

const vocabulariesName = (name) => `${name}-vocabularies`;

/** Returns the manifest of the package with the vocabularies, which is only needed for counting tokens. */
export function vocabulariesManifest({ name, version, license, repository, homepage, bugs }, { engines }) {
  return {
    ...{
      name: vocabulariesName(name),
      version,
      license,
      homepage,
      bugs,
      repository: forNpm(repository),
      type: 'commonjs',
    },
    description: 'Vocabularies of o200k and cl100k for openchatml, which counts tokens with them.',
    engines,
    exports: { './*': './*' },
  };
}
