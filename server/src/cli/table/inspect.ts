/** Commands that show the contents of a document, or process them by their number of tokens. */
import { steps, usualStrategy } from '../../inspect/truncation-steps.ts';
import { dialect, encoding, manyFiles, oneFile, severalFiles, stdinFilename, textOrJson, toFile } from './options.ts';
import { row } from './row.ts';

export const inspect = row({
  name: 'inspect',
  about: 'summarize a transcript, or list its calls, turns or counts',
  usage: ["[FILE | FOLDER | 'GLOB' | -]… [options]"],
  does: [
    'Summarizes a document of any format: its capabilities, its messages by role (highest authority first), and the length of its reasoning.',
    `Several files are summarized one after another, each under its name; --format json prints one line of JSON for each, with the file and its result or an error. ${severalFiles}`,
  ],
  operands: manyFiles,
  options: {
    calls: {
      about:
        'list tool calls by number: id, tool, status (answered, open, error, timeout or cancelled), turn, line and arguments. Calls without ids are named h1, h2, … in order',
    },
    status: {
      value: 'S',
      words: ['answered', 'open', 'error', 'timeout', 'cancelled', 'failed'],
      with: 'calls',
      about: 'list only calls with this status; failed means error, timeout or cancelled',
    },
    tool: { value: 'NAME', with: 'calls', about: 'list only calls to this tool, with or without its namespace' },
    turns: { about: "list the assistant's turns: what each turn calls, and whether it has an answer" },
    stats: { about: 'count the messages for each role, channel and tool' },
    call: {
      value: 'CALL',
      about:
        "print one call with its context: the user's message, the thought before the call, its arguments, its reply and the next step. CALL is its id, or its number in the list of --calls",
    },
    'tool-input': { value: 'CALL', about: 'print the body of this call, and nothing else' },
    format: textOrJson,
    dialect,
    'stdin-filename': stdinFilename,
  },
  apart: [['calls', 'turns', 'stats', 'call', 'tool-input']],
  examples: [
    { run: 'ocml inspect --calls --format json agent.ocml', about: 'list the calls in JSON, for another program' },
    { run: 'ocml inspect --calls --status failed agent.ocml', about: 'list the calls that failed' },
    { run: 'ocml inspect --call c1 agent.ocml', about: 'print one call with its context' },
    { run: 'ocml inspect --tool-input c1 agent.ocml', about: 'print the input that a tool receives' },
    { run: 'ocml inspect --stats train.jsonl', about: 'count what a data set contains' },
    {
      run: 'ocml inspect --calls --format json data',
      about: 'list the calls in all files in a folder, with a line for each file',
    },
  ],
  exit: [
    'done',
    'CALL matches no call or more than one, or the input is not a conversation',
    'invalid usage, or a file cannot be read',
  ],
});

const tokenizer = {
  value: 'FILE|FOLDER',
  about: "the model's own tokenizer.json, or its folder, instead of --encoding",
} as const;

export const truncate = row({
  name: 'truncate',
  about: 'remove messages until a document has at most N tokens',
  usage: ['--max-tokens N [FILE | -] [options]'],
  does: [
    'Removes messages until a document, or each row of a data set, has at most N tokens. The other messages are preserved byte for byte. A question is removed together with everything that answers it, and a call is removed together with its replies. The last question and everything after it stay. If that part is too long, nothing is written. In JSON Lines, only the row in question is dropped: it is reported with its line number, and its line in the output is empty.',
  ],
  operands: oneFile,
  options: {
    'max-tokens': { value: 'N', least: 1, required: true, about: 'the maximum number of tokens to keep' },
    strategy: {
      value: 'S',
      usual: usualStrategy.join(','),
      offers: async () => Object.keys(steps),
      about: `the steps to take, in order, separated by commas: ${Object.entries(steps)
        .map(([name, does]) => `${name} (${does})`)
        .join(', ')}`,
    },
    encoding,
    tokenizer,
    dialect,
    ...toFile,
    'stdin-filename': stdinFilename,
  },
  apart: [['encoding', 'tokenizer']],
  notes: ['In JSON, the content of messages is counted; a chat template adds more tokens.'],
  examples: [
    { run: 'ocml truncate --max-tokens 60 chat.ocml', about: 'remove the oldest messages' },
    {
      run: 'ocml truncate --max-tokens 400 --strategy keep-system,drop-reasoning,drop-oldest agent.ocml',
      about: 'remove reasoning first',
    },
  ],
  exit: [
    'done',
    'the part of the document or row that must stay has more than N tokens, or the input or a row is not a conversation',
    'invalid usage, or a file cannot be read or written',
  ],
});

export const tokens = row({
  name: 'tokens',
  about: 'count, encode and decode tokens',
  usage: ['[FILE | -] [options]'],
  does: [
    'Counts the tokens of a transcript: for each message with its header and end token, for each channel, and in total. In JSON, the content of messages is counted; a chat template adds more tokens.',
  ],
  operands: oneFile,
  options: {
    encode: { about: 'print the token ids of the input as one JSON array' },
    decode: {
      about: 'print the text for an array of token ids; several arrays, one per line, give one JSON string per line',
    },
    encoding,
    tokenizer: {
      ...tokenizer,
      about: `${tokenizer.about}; also reports which markers in the input take several tokens`,
    },
    dialect,
    format: textOrJson,
    ...toFile,
    'stdin-filename': stdinFilename,
  },
  apart: [
    ['encode', 'decode'],
    ['encoding', 'tokenizer'],
  ],
  notes: [
    'The spelling of a special token counts as one token, even in content. A run of thousands of letters or punctuation marks is split, so its tokens may differ from those of other programs; it decodes to the same text.',
  ],
  examples: [
    { run: 'ocml tokens chat.ocml', about: 'count the tokens of each message' },
    { run: 'ocml tokens --encode chat.ocml -o ids.json', about: 'write the token ids to a file' },
    { run: 'ocml tokens --decode < ids.json', about: 'turn token ids back into text' },
    { run: 'ocml tokens --tokenizer tokenizer.json chat.ocml', about: "count with your model's own tokenizer" },
  ],
  exit: [
    'done',
    'a part of the text cannot be encoded, or the input of --decode is not token ids',
    'invalid usage, or a file cannot be read or written',
  ],
});
