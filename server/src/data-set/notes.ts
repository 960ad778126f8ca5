/** Notes about a data set, which are shown to users. */
/** The beginnings of the notes on failed jobs. The reason follows. A reason that is a complete sentence is shown alone. */
const undone = {
  find: 'Not all rows were searched',
  filter: 'Not all rows were examined',
  sort: 'The rows could not be sorted',
  check: 'Not all rows were checked',
  export: 'The rows could not be exported',
};

export const notes = {
  invalid: (row: number) =>
    `Row ${row.toLocaleString('en')} is the first row with bytes that are not valid UTF-8. Parsers replace such bytes with U+FFFD.`,
  cutOff: (row: number) =>
    `The last row (${row.toLocaleString('en')}) is cut off, and does not end with a line break: the file was only partly written or copied, or is still being written.`,
  cut: (row: number) =>
    `Some rows, such as row ${row.toLocaleString('en')}, are larger than 64 MB. Only their first 64 MB are read.`,
  full: 'More than 20 million rows were found. The first 20 million are shown.',
  whole:
    'This file cannot be read in pieces, so the whole file was read at once. Later changes are not detected: reopen the file to see them.',
  noTokens: 'Tokens are counted only if files can be read piece by piece, as in VS Code for the desktop.',
  moved: 'The file has changed since it was opened. Reload it.',
  jobFailed: (kind: keyof typeof undone, why: string) =>
    /^[A-Z]/.test(why) ? why : `${undone[kind]}: ${why.replace(/\.$/, '')}.`,
  ofFile: (code: string, message: string) => `${code}: ${message}`,
  noRows: 'The file has no rows.',
  session:
    "This is the log of an agent's session: its rows are log records, each shown with its content. To read the session as one conversation, use “OpenChatML: Open Preview” on the file (up to 256 MB), or `ocml render --as text --debug` and `ocml inspect --calls` on the command line.",
  unpacked: (size: number) =>
    `This file is compressed, so its rows were unpacked into a temporary file of ${Math.ceil(size / 1e6).toLocaleString('en')} MB, which is removed when the editor is closed.`,
  failed: (why: string) => `The file could not be read completely: ${why}.`,
} as const;
