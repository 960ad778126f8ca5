// README and changelog for the package. VS Code shows them without the repository, so relative links would be broken. It loads
// pictures only from the web, and may be offline.

/** Sections of the README for users with a clone. */
const forDevelopers = ['Try it', 'What does my model learn?', 'From other programs', 'More'];

/** The README for users of the installed extension: the features in the editor, without the command line. */
export function userReadme(readme) {
  const [intro, ...sections] = readme.split(/^(?=## )/m);
  const kept = sections.filter((section) => !forDevelopers.includes(section.slice(3, section.indexOf('\n')).trim()));
  // Removes pictures, parts about the command line, and lines of links.
  const left =
    /^!\[[^\]]*\]\([^)]*\)\n+|^<picture>\n[^]*?^<\/picture>\n+|^On the command line.*\n+```(?:console|sh)\n[^]*?^```\n+|^`ocml [^]*?\n\n|^→ .*\n+/gm;
  return withoutRelativeLinks([intro, ...kept].join('').replace(left, ''));
}

/** Replaces links into the repository with their text. */
export function withoutRelativeLinks(markdown) {
  return markdown.replace(/(?<!!)\[([^\]]*)\]\((?![a-z]+:)[^)]*\)/g, '$1');
}
