// Creates the README and the changelog of the packages. VS Code shows them without the repository, so relative links would not work.
// Pictures are removed, since VS Code loads them only from the web, and may be offline.

/** The sections of the README that are only useful with a clone of the repository. */
const forDevelopers = ['Try it', 'What does my model learn?', 'From other programs', 'More'];

/** Returns the README for users of the installed extension, which describes the features in the editor, but not the command line. */
export function userReadme(readme) {
  const [intro, ...sections] = readme.split(/^(?=## )/m);
  const userSections = sections.filter(
    (section) => !forDevelopers.includes(section.slice(3, section.indexOf('\n')).trim()),
  );
  // Matches content to remove: pictures, parts about the command line, and lines with links.
  const contentToRemove =
    /^!\[[^\]]*\]\([^)]*\)\n+|^<picture>\n[^]*?^<\/picture>\n+|^On the command line.*\n+```(?:console|sh)\n[^]*?^```\n+|^`ocml [^]*?\n\n|^→ .*\n+/gm;
  return withoutRelativeLinks([intro, ...userSections].join('').replace(contentToRemove, ''));
}

/** Replaces links to files in the repository with the text of the links. */
export function withoutRelativeLinks(markdown) {
  return markdown.replace(/(?<!!)\[([^\]]*)\]\((?![a-z]+:)[^)]*\)/g, '$1');
}
