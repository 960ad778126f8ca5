/** `ocml explain`: shows how a server's parser reads the output of a model, and what the model probably meant. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorExplanation, Explainer, Explanation } from '../../explain/explain.ts';
import { explanationJson, explanationMembers } from '../explain/json.ts';
import { logEndings, mayHoldOutput } from '../explain/logs.ts';
import { readPieces } from '../files/input.ts';
import { forEachInput, headings, inputsOf, printEntry } from '../files/several.ts';
import type { Source } from '../files/source.ts';
import { InputFault } from '../input-fault.ts';
import { type Output, print, writeDocument } from '../output.ts';
import { table } from '../table/index.ts';
import { command } from './command.ts';
import { withFileName } from './one-file.ts';

export const explain = command(
  table.explain,
  async ({ parser, format, choose, error, repaired, ...inputOptions }, operands) => {
    if (error !== undefined && operands.length > 0) throw new Error('--error TEXT cannot be used with a FILE');
    const json = format === 'json';
    const { Explainer, explainError } = await import('../../explain/explain.ts');
    const { report } = await import('../../explain/report.ts');
    if (error !== undefined) {
      const errorExplanation = explainError(error);
      if (errorExplanation === undefined)
        throw new Error(
          error.trim().length < 6
            ? 'this text is too short to identify an error; quote more of the error'
            : `no known server error contains this text: ${error}. Quote only the error, without variable parts, or pass the log itself: \`ocml explain FILE\``,
        );
      return await show(json ? { json: explanationJson(errorExplanation) } : report(errorExplanation, pageOf), 0);
    }
    const inputs = inputsOf(operands, {
      command: 'explain',
      stdinFilename: inputOptions['stdin-filename'],
      further: { endings: logEndings, isOurs: mayHoldOutput },
    });
    if (inputs.several && choose !== undefined)
      throw new Error('--choose N needs a single FILE, because N is the number of an output in that file');
    if (inputs.several && repaired)
      throw new Error('--repaired needs a single FILE, because it prints only one output');
    const heading = headings(inputs);
    return await forEachInput(
      'explain',
      inputs,
      inputs.sources,
      async (source) => {
        const explainer = new Explainer({
          ...(parser !== undefined && { parser }),
          ...(choose !== undefined && { choose }),
        });
        const explanation = await explained(source, explainer, choose);
        if (repaired) return await printRepaired(explanation, source.file);
        const code = 'errors' in explanation || !explanation.accepted || explanation.argumentsBroken ? 1 : 0;
        if (json && inputs.several) {
          await printEntry({ file: source.file, result: explanationMembers(explanation) });
          return code;
        }
        if (!json) await heading(source.file);
        return await show(json ? { json: explanationJson(explanation) } : report(explanation, pageOf), code);
      },
      ({ file }, reason) => (json ? printEntry({ file, error: reason }) : Promise.resolve()),
    );
  },
);

async function explained(
  { path, file }: Source,
  explainer: Explainer,
  choose: number | undefined,
): Promise<ReturnType<Explainer['end']>> {
  let isEmpty = true;
  for await (const { text } of withFileName(file, readPieces(path))) {
    explainer.push(text);
    isEmpty &&= text === '';
  }
  const name = file === '-' ? 'standard input' : file;
  if (isEmpty) throw new InputFault(`${name} is empty, so there is nothing to explain`);
  try {
    return explainer.end();
  } catch (error) {
    const message = `${name}: ${(error as Error).message}`;
    // The user chose the wrong number on the command line, and the command may succeed with a different one.
    throw choose === undefined ? new InputFault(message, { cause: error }) : new Error(message, { cause: error });
  }
}

/** Prints the output of the model, repaired so that the parser reads it as intended. Returns the exit code. */
async function printRepaired(explanation: Explanation | ErrorExplanation, file: string): Promise<number> {
  if ('errors' in explanation) throw new InputFault(`${file}: it contains a server error, but no output to repair`);
  const { accepted, argumentsBroken, output, repaired } = explanation;
  const isFine = accepted && !argumentsBroken && repaired === undefined;
  const text = isFine ? output : repaired?.meant ? repaired.text : undefined;
  if (text === undefined)
    throw new InputFault(
      `${file}: no fix makes the parser accept the output with its intended meaning; run the command without --repaired for details`,
    );
  await writeDocument(text);
  return 0;
}

async function show(output: Output, code: number): Promise<number> {
  await print(output);
  return code;
}

const folders = ['../../docs/rules', '../docs/rules'].map((folder) => join(__dirname, folder));

/** Returns the file with the page of a rule, or a relative path if the pages are not installed. */
function pageOf(code: string): string {
  const file = folders.map((folder) => join(folder, `${code}.md`)).find(existsSync);
  return file ?? `docs/rules/${code}.md`;
}
