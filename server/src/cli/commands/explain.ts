/** `ocml explain`: what a server's parser made of the output of a model, and what the model probably meant. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parserNames } from '../../explain/parsers/names.ts';
import { whyUnreadable } from '../../files/regular.ts';
import { readPieces } from '../files/input.ts';
import { type Output, print, printAside, writeFailure } from '../output.ts';
import type { Command } from './command.ts';

interface ExplainArguments {
  readonly file: string;
  readonly parser: string | undefined;
  readonly json: boolean;
  readonly choose: number | undefined;
  readonly error: string | undefined;
}

function readArguments(args: readonly string[]): ExplainArguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      parser: { type: 'string' },
      format: { type: 'string', default: 'text' },
      choose: { type: 'string' },
      error: { type: 'string' },
    },
  });
  const { parser, format, choose, error } = values;
  if (parser !== undefined && !parserNames.some((name) => name === parser))
    throw new Error(`--parser takes ${parserNames.join(', ')}; not ${parser}`);
  if (!['text', 'json'].includes(format)) throw new Error(`--format takes text, json; not ${format}`);
  if (choose !== undefined && !/^[1-9]\d{0,8}$/.test(choose)) throw new Error(`--choose takes a number; not ${choose}`);
  if (positionals.length > 1) throw new Error('one FILE, or - for standard input');
  if (error !== undefined && positionals.length > 0) throw new Error('--error TEXT goes without FILE');
  return {
    file: positionals[0] ?? '-',
    parser,
    json: format === 'json',
    choose: choose === undefined ? undefined : Number(choose),
    error,
  };
}

/** Gives the exit code: 0 if the parser accepts the output, 1 if not, 2 if there is nothing to explain. */
async function run(args: readonly string[]): Promise<number> {
  try {
    return await answer(readArguments(args));
  } catch (error) {
    await printAside([`ocml explain: ${whyUnreadable(error)}`]);
    return 2;
  }
}

async function answer({ file, parser, json, choose, error }: ExplainArguments): Promise<number> {
  const { Explainer, explainError } = await import('../../explain/explain.ts');
  const { report } = await import('../../explain/report.ts');
  if (error !== undefined) {
    const known = explainError(error);
    if (known === undefined)
      throw new Error(
        error.trim().length < 6
          ? 'that is too short to tell which error is meant; give more of its words'
          : `no error text of a server is known that has this in it: ${error}`,
      );
    return await shown(json ? { json: `${JSON.stringify(known, null, 2)}\n` } : report(known, pageOf), 0);
  }
  const explainer = new Explainer({
    ...(parser !== undefined && { parser }),
    ...(choose !== undefined && { choose }),
  });
  for await (const { text } of readPieces(file)) explainer.push(text);
  const explanation = explainer.end();
  const code = 'errors' in explanation || !explanation.accepted ? 1 : 0;
  return await shown(json ? { json: `${JSON.stringify(explanation, null, 2)}\n` } : report(explanation, pageOf), code);
}

async function shown(output: Output, code: number): Promise<number> {
  await print(output);
  const lost = writeFailure();
  if (lost !== undefined) throw new Error(`the answer cannot be written: ${lost}`);
  return code;
}

const folders = ['../../docs/rules', '../docs/rules'].map((folder) => join(__dirname, folder));

/** The page of a rule as a file, where the pages are at hand. */
function pageOf(code: string): string {
  const file = folders.map((folder) => join(folder, `${code}.md`)).find(existsSync);
  return file ?? `docs/rules/${code}.md`;
}

const usage = `Usage: ocml explain [FILE | -] [options]

Says what the parser of a server made of the output of a model, where and why it gave up, what the model probably meant, and
how the output reads once it is repaired. The input is the output as it is, as a string with escapes, as a list of Harmony
token ids, in an answer of a chat API, or in the log of a server; what was taken for the output is said.

  --parser P             harmony (default for Harmony), harmony-lenient, vllm, llama.cpp, ollama,
                         hermes or qwen3 (default for ChatML: by the tags of its calls)
  --format F             text (default) or json
  --choose N             of several outputs in a log, the one of that number, in place of the last that fails
  --error TEXT           explain an error of a server, the whole line of a log or a part of it, without any output

Exit code: 0 the parser accepts the output, 1 it does not, 2 wrong usage, or nothing to explain.`;

export const explain: Command = { usage, run };
