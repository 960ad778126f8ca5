// The errors of parsers by which the client recognises a log that `ocml explain` can explain: those that no other program writes.
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** The pattern of an error's text; what differs in it is short, and on its line. */
const patternOf = ({ text, isCommon, raisedAs }) =>
  (isCommon ? `${raisedAs}${text}` : text)
    .split('…')
    .map((part) => escaped(part.trim()))
    .filter((part) => part !== '')
    .join('[^\\n]{1,80}?');

export function errorSigns(knownErrors) {
  const ofParsers = knownErrors.filter(({ parser, isCommon, raisedAs }) => parser && !(isCommon && !raisedAs));
  const all = [...new Set(ofParsers.map(patternOf))];
  const isNew = (one) => !all.some((other) => other !== one && one.startsWith(other));
  return `/** How logs word the errors of parsers, as regular expressions. Generated from server/src/explain/server-errors.ts: do not edit. */
export const errorSigns = [
${all
  .filter(isNew)
  .map((one) => `  String.raw\`${one.replaceAll('`', '.')}\`,\n`)
  .join('')}];
`;
}
