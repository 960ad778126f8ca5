// Formats the output of `npm test`: a line for each part, failures in full, skipped tests, and finally the reason for each failure.

/** The maximum length of a reason when it is repeated at the end. */
const MAX_REASON_LENGTH = 1000;

/** The maximum number of skipped tests that are named for each reason. */
const MAX_NAMED_TESTS = 3;

const count = (number, word) => (number > 0 ? [`${number} ${word}`] : []);

/** Returns the line for a part, such as "cli   812 passed, 3 skipped   41 s". */
export function partLine({ part, passed, failed, skipped, seconds, hung, ran }) {
  const counts = [...count(failed, 'FAILED'), ...count(passed, 'passed'), ...count(skipped, 'skipped')].join(', ');
  const outcome = hung ? 'HUNG' : ran ? counts : 'DID NOT RUN';
  return `${part.padEnd(12)} ${outcome.padEnd(36)} ${`${seconds} s`.padStart(6)}`;
}

/**
 * Returns each failure of a part in full, with its name, file and stack trace, and the output of its process. If the part has not ended,
 * returns all of its output.
 */
export function failuresOf({ part, failures, unsteady, hung, ran, said }) {
  const heading = (name) => `── ${part}: ${name}`;
  const failureTexts = (list, note) =>
    list.map(
      ({ name, file, details }) => `${heading(name === file ? name : `${name} (${file})`)}${note}\n${details}\n`,
    );
  const whole = [...failureTexts(unsteady, ', which passed when it was tried again'), ...failureTexts(failures, '')];
  if (hung) whole.push(`${heading('hangs')}\n${said.trim()}\n${hung}\n`);
  else if (!ran) whole.push(`${heading('did not run')}\n${said.trim()}\n`);
  return whole;
}

const shortened = (text) => (text.length > MAX_REASON_LENGTH ? `${text.slice(0, MAX_REASON_LENGTH)} …` : text);

/** Returns the reasons why a part failed. Each is at most a few lines long. */
function reasonsOf({ part, failures, hung, ran, failed, said }) {
  const reasons = failures.map(
    ({ name, file, reason }) => `${part}: ${name}${name === file ? '' : ` (${file})`}: ${shortened(reason)}`,
  );
  if (hung) reasons.push(`${part}: ${hung}`);
  else if (!ran) reasons.push(`${part}: did not run: ${shortened(said.trim())}`);
  else if (failed > failures.length) reasons.push(`${part}: ${failed - failures.length} more, see above`);
  return reasons;
}

/** Returns lines that list the skipped tests by reason. */
function skippedLines(rows) {
  const byReason = new Map();
  for (const { part, skips } of rows)
    for (const { name, reason } of skips) {
      const key = `${part}: ${reason}`;
      byReason.set(key, [...(byReason.get(key) ?? []), name]);
    }
  return [...byReason].map(([reason, names]) => {
    const listedNames = names.slice(0, MAX_NAMED_TESTS).join('; ');
    const more = names.length > MAX_NAMED_TESTS ? `; and ${names.length - MAX_NAMED_TESTS} more` : '';
    return `  ${reason} (${listedNames}${more})`;
  });
}

/** Returns lines that name the tests that passed only when they were tried again. */
const unsteadyLines = (rows) =>
  rows.flatMap(({ part, unsteady }) => unsteady.map(({ name, file }) => `  ${part}: ${name} (${file})`));

/** Returns the end of the output. `untried`: descriptions of the tests that this run skips by default. */
export function summary(rows, untried) {
  const skipped = skippedLines(rows);
  const unsteady = unsteadyLines(rows);
  const reasons = rows.flatMap(reasonsOf);
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  const failed = sum('failed') + rows.filter(({ ran, hung }) => hung || !ran).length;
  const lines = [
    ...(skipped.length > 0 ? ['', 'Skipped:', ...skipped] : []),
    ...(untried.length > 0 ? ['', 'Not tried:', ...untried.map((line) => `  ${line}`)] : []),
    ...(unsteady.length > 0 ? ['', 'Passed only when tried again:', ...unsteady] : []),
    ...(reasons.length > 0 ? ['', 'Failed:', ...reasons.map((reason) => `  ${reason}`)] : []),
    '',
    `${sum('passed')} passed, ${failed} failed, ${sum('skipped')} skipped`,
  ];
  return { text: lines.join('\n'), failed };
}
