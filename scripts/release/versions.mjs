// Updates the files that contain the version of this project. The versions of dependencies in the lock file are not changed.

const manifests = ['package.json', 'client/package.json', 'server/package.json'];
const LOCK = 'package-lock.json';
/** Further files that contain the version, mostly in commands or settings for users to copy. */
const furtherPaths = [
  ...[
    'README.md',
    'docs/how-to/ci.md',
    'docs/how-to/install.md',
    'action.yml',
    '.pre-commit-hooks.yaml',
    'ci/gitlab.yml',
  ],
  ...['python/pyproject.toml', 'python/openchatml/__init__.py'],
];

/** Returns the files that contain the version, by path, with the new version in their text. `read`: returns the text of a file. */
export function withVersion(version, read) {
  const files = {};
  for (const path of manifests) files[path] = edited(path, read(path), (manifest) => [manifest], version);
  files[LOCK] = edited(
    LOCK,
    read(LOCK),
    (lock) => [lock, lock.packages[''], lock.packages.client, lock.packages.server],
    version,
  );
  const { version: current } = JSON.parse(read('package.json'));
  for (const path of furtherPaths) files[path] = read(path).replaceAll(current, version);
  return files;
}

/** Sets the version in the objects that `holders` selects. The layout is that of npm: indentation by two spaces, and a final line break. */
function edited(path, text, holders, version) {
  const json = JSON.parse(text);
  for (const holder of holders(json)) {
    if (typeof holder?.version !== 'string') throw new Error(`${path} has no version where one is expected.`);
    holder.version = version;
  }
  return `${JSON.stringify(json, null, 2)}\n`;
}
