import { parserAliases, parserNames, parsersOfModels } from '../../explain/parsers/names.ts';
import { manyFiles, severalFiles, stdinFilename, textOrJson } from './options.ts';
import { row } from './row.ts';

export const explain = row({
  name: 'explain',
  about: "explain why a server could not read a model's output, and repair it",
  usage: ["[FILE | FOLDER | 'GLOB' | -]… [options]", '--error TEXT'],
  does: [
    "Explains how a server's parser read a model's output, where and why it failed, and what the model probably meant. Prints the repaired output. The input can be the raw output, a string with escapes, a list of Harmony token ids, a chat API response, or a server log. The first lines show which text was read as the output.",
    `Several files are explained one after another, each under its name; --format json prints one line of JSON for each, with the file and its result or an error. ${severalFiles} Logs (.log) are also read, as are text files (.txt) that contain a control token or a call.`,
  ],
  operands: manyFiles,
  options: {
    parser: {
      value: 'P',
      words: parserNames,
      aliases: parserAliases,
      meant: parsersOfModels,
      about:
        'the parser; the default is harmony for Harmony, and hermes or qwen3 for ChatML, depending on the tags of its calls',
    },
    format: textOrJson,
    choose: {
      value: 'N',
      least: 1,
      about: 'explain output number N in a log, instead of the last output that fails',
    },
    error: {
      value: 'TEXT',
      about: 'explain a server error without an output; TEXT is a log line or a part of one',
    },
    repaired: {
      about:
        'print only the repaired output, or the output itself if it is accepted; if it cannot be repaired, print nothing',
    },
    'stdin-filename': stdinFilename,
  },
  apart: [
    ['repaired', 'format'],
    ['repaired', 'error'],
  ],
  examples: [
    { run: 'ocml explain output.txt', about: 'explain why an output was rejected, and repair it', exit: 1 },
    { run: 'ocml explain --repaired output.txt > repaired.txt', about: 'keep the repaired output' },
    { run: 'ocml explain --choose 1 < server.log', about: 'explain the first output in a log', exit: 1 },
    { run: 'ocml explain --format json logs', about: 'explain all files in a folder, with a line of JSON for each' },
    { run: "ocml explain --error 'Unknown role: assistantassistant'", about: 'explain what an error means' },
  ],
  exit: [
    'the parser accepts every output or, with --repaired, the printed text',
    'the parser rejects an output, or the arguments of a call in it are not JSON, or there is nothing to explain',
    'invalid usage, or a file cannot be read',
  ],
});
