/** Carries out a tool call: reads the input, runs the command, and returns the result. */
import { runOcml } from './child.ts';
import type { Roots } from './roots.ts';
import { type Arguments, option, type Tool } from './tool.ts';

/** The result for a client. `isError`: whether the result is an error message, which may help the model to correct its call. */
export interface Outcome {
  readonly result: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

interface Input {
  readonly text: string;
  readonly name?: string;
}

const failure = (message: string): Outcome => ({ result: { error: message }, isError: true });

/** Calls a tool. Never rejects, since an error becomes the result. `toolArguments`: arguments that fit the schema of the tool. */
export async function callTool(
  tool: Tool,
  toolArguments: Arguments,
  roots: Roots,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    if (tool.hidden !== undefined && toolArguments.hidden !== true)
      return failure(`Set \`hidden\` to true: ${tool.hidden}.`);
    const input = tool.reads ? await inputOf(toolArguments, roots) : { text: '' };
    if (typeof input === 'string') return failure(input);
    const nameOptions = tool.isNameless ? [] : option('stdin-filename', input.name);
    const command = [...(await tool.command(toolArguments, roots)), ...nameOptions, ...(tool.reads ? ['-'] : [])];
    const finished = await runOcml(command, { input: input.text, signal });
    const result = finished.code === 2 ? undefined : tool.answer(finished, toolArguments);
    return result ? { result, isError: false } : failure(finished.stderr.trim() || 'There is no result.');
  } catch (error) {
    return failure(`${(error as Error).message}.`);
  }
}

/** Returns the input text, with its name if it has one. If there is no input, returns the reason as a message. */
async function inputOf({ text, file, name }: Arguments, roots: Roots): Promise<string | Input> {
  if ((text === undefined) === (file === undefined)) return 'Give either `text` or `file`.';
  if (text !== undefined) return { text: String(text), ...(name !== undefined && { name: nameOf(name) }) };
  try {
    const readFile = await roots.read(String(file));
    return { text: readFile.text, name: readFile.path };
  } catch (error) {
    return `${String(file)} cannot be read: ${(error as Error).message}.`;
  }
}

/** Returns the last part of a path. Given the whole path, the command would apply the configuration of the project that contains it. */
const nameOf = (path: unknown): string => String(path).replace(/^.*[/\\]/s, '');
