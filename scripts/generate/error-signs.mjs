// Generates the patterns of parser errors. If one of them is in a log, the client offers `ocml explain`, so no other program may write
// these errors.
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Returns the pattern for an error message. A variable part of the message must be short and on one line. */
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
  return `/** Regular expressions for parser errors in logs. Generated from server/src/explain/server-errors.ts: do not edit. */
export const errorSigns = [
${all
  .filter(isNew)
  .map((one) => `  String.raw\`${one.replaceAll('`', '.')}\`,\n`)
  .join('')}];
`;
}
