import { dialects } from '../../grammar/index.ts';
import { modelDialectNames } from '../../grammar/model-names.ts';
import { oneFile, stdinFilename } from './options.ts';
import { row } from './row.ts';

export const stream = row({
  name: 'stream',
  about: 'print the events of a growing transcript or a chat API stream',
  usage: ['[FILE | -] [options]'],
  does: [
    'Prints the events of a transcript that a model is still writing, one JSON object per line, each as soon as it is certain. Events are pieces of answers (response.delta), ends of paragraphs (response.delta.flush), and cancellations (response.cancel, tool.cancel). Events never contain what users must not see. The input is the transcript itself, or the events from a chat API: completions, chat completions or responses, either as server-sent events or with one event per line.',
  ],
  operands: oneFile,
  options: {
    dialect: {
      value: 'D',
      words: ['auto', ...dialects],
      templates: modelDialectNames,
      about: 'read a transcript in this dialect; events from chat APIs are recognized by their beginning',
    },
    'stream-preambles': {
      about: 'include the preambles that the model writes for users, as deltas with "intent": "preamble"',
    },
    'no-thoughts': {
      about:
        'print answers in ChatML, Llama 3 and chat APIs immediately, without waiting for a thought or the message to end; for models that do not write <think>',
    },
    debug: { about: 'include text hidden from users, as debug.delta, after a warning banner' },
    'stdin-filename': stdinFilename,
  },
  examples: [
    { run: 'ocml stream completion.harmony', about: 'print the events of a completion for a user interface' },
    {
      run: 'cat answer.sse | ocml stream --no-thoughts',
      about: 'print the events from a chat API; replace cat with curl -N to print them as they arrive',
    },
  ],
  exit: [
    'done',
    'the input ends inside a message (E-STREAM-TRUNCATED), or contains an error or events that cannot be read',
    'invalid usage, or a file cannot be read',
  ],
});
