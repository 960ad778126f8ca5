// README and changelog as the package ships them. VS Code shows them by themselves, perhaps offline, and takes pictures from
// the web alone: a relative link leads nowhere there, and a picture is a broken one, within the text or beside it.

/** Sections of the README for those who have a clone. */
const forDevelopers = ['Try it', 'A server said 500', 'Command line and other editors', 'Rules', 'More'];

/** The README for people who have installed the extension. */
export function userReadme(readme) {
  const [intro, ...sections] = readme.split(/^(?=## )/m);
  const kept = sections.filter((section) => !forDevelopers.includes(section.slice(3, section.indexOf('\n')).trim()));
  return withoutRelativeLinks([intro, ...kept].join('').replace(/^!\[[^\]]*\]\([^)]*\)\n+/gm, ''));
}

/** Links into the repository become their text. */
export function withoutRelativeLinks(markdown) {
  return markdown.replace(/(?<!!)\[([^\]]*)\]\((?![a-z]+:)[^)]*\)/g, '$1');
}
