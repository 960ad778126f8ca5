// The manifest of the package on npm, from those of the extension and of the server.

/** Every file of `bin`, by the names that it is called by. `openchatml` is what `npx openchatml` runs. */
const bin = {
  ocml: 'bin/ocml.js',
  openchatml: 'bin/ocml.js',
  'ocml-language-server': 'bin/ocml-language-server.js',
};

/** Takes both manifests, and returns the third. It names no dependency, since all of them are bundled. */
export function npmManifest(extension, server) {
  const { name, version, license, repository, homepage, bugs, keywords } = extension;
  const { description, engines } = server;
  return {
    ...{ name, version, description, license, homepage, bugs, repository },
    keywords: [...keywords, 'linter', 'cli', 'language-server', 'jsonl', 'training-data'],
    engines,
    bin,
    files: ['bin', 'dist', 'docs/rules', 'schemas', 'ThirdPartyNotices.txt'],
  };
}
