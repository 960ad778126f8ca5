// README and changelog as the package ships them. VS Code shows them by themselves, perhaps offline, and takes pictures only from
// the web: a relative link leads nowhere there, and a picture is a broken one, within the text or next to it.

/** Sections of the README for those who have a clone. */
const forDevelopers = ['Try it', 'What does my model learn?', 'From other programs', 'More'];

/** The README for people who have installed the extension: what they do in the editor, without the command line. */
export function userReadme(readme) {
  const [intro, ...sections] = readme.split(/^(?=## )/m);
  const kept = sections.filter((section) => !forDevelopers.includes(section.slice(3, section.indexOf('\n')).trim()));
  // Pictures, what is for the command line, and lines of links.
  const left =
    /^!\[[^\]]*\]\([^)]*\)\n+|^<picture>\n[^]*?^<\/picture>\n+|^On the command line.*\n+```(?:console|sh)\n[^]*?^```\n+|^`ocml [^]*?\n\n|^→ .*\n+/gm;
  return withoutRelativeLinks([intro, ...kept].join('').replace(left, ''));
}

/** Links into the repository become their text. */
export function withoutRelativeLinks(markdown) {
  return markdown.replace(/(?<!!)\[([^\]]*)\]\((?![a-z]+:)[^)]*\)/g, '$1');
}
