// Updates the changelog for a release. The unreleased section becomes that of the version, from which the release notes are also taken.

const UNRELEASED = '## Unreleased\n';

/**
 * Returns the changelog with its unreleased entries in a section for the version and the date. A new, empty section for unreleased entries
 * precedes it.
 */
export function releasedChangelog(changelog, version, date) {
  const start = changelog.indexOf(UNRELEASED);
  if (start < 0) throw new Error('CHANGELOG.md has no section "Unreleased".');
  if (sectionOf(changelog, 'Unreleased').trim() === '') throw new Error('CHANGELOG.md has no unreleased entry.');
  if (changelog.includes(`\n## ${version} `)) throw new Error(`CHANGELOG.md has a section for ${version} already.`);
  const entries = changelog.slice(start + UNRELEASED.length);
  return `${changelog.slice(0, start)}${UNRELEASED}\n## ${version} – ${date}\n${entries}`;
}

/** Returns the section for a version, or for "Unreleased". If there is none, returns an empty string. */
export function sectionOf(changelog, title) {
  const sections = changelog.split(/^(?=## )/m).slice(1);
  const section = sections.find((text) => text.startsWith(`## ${title}\n`) || text.startsWith(`## ${title} `));
  return section === undefined ? '' : section.slice(section.indexOf('\n') + 1);
}
