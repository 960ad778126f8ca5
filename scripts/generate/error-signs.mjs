// The parser errors by which the client recognizes a log for `ocml explain`: those that no other program writes.
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** The pattern for an error message; the variable parts are short, without line breaks. */
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
