// The changelog of a release: the unreleased section becomes the version's section, which also provides the release notes.

const UNRELEASED = '## Unreleased\n';

/** Returns the changelog with its unreleased entries under the version and date, after a new empty section. */
export function releasedChangelog(changelog, version, date) {
  const start = changelog.indexOf(UNRELEASED);
  if (start < 0) throw new Error('CHANGELOG.md has no section "Unreleased".');
  if (sectionOf(changelog, 'Unreleased').trim() === '') throw new Error('CHANGELOG.md has no unreleased entry.');
  if (changelog.includes(`\n## ${version} `)) throw new Error(`CHANGELOG.md has a section for ${version} already.`);
  const entries = changelog.slice(start + UNRELEASED.length);
  return `${changelog.slice(0, start)}${UNRELEASED}\n## ${version} – ${date}\n${entries}`;
}

/** Returns the text of the section for a version, or of "Unreleased"; an empty string if there is none. */
export function sectionOf(changelog, title) {
  const sections = changelog.split(/^(?=## )/m).slice(1);
  const section = sections.find((text) => text.startsWith(`## ${title}\n`) || text.startsWith(`## ${title} `));
  return section === undefined ? '' : section.slice(section.indexOf('\n') + 1);
}
