/** A tool of `ocml mcp`: its description, the command line that it runs, and the part of the output that is returned to the client. */
import type { Finished } from './child.ts';
import type { Roots } from './roots.ts';

/** Arguments from a client, already checked against the schema of the tool. */
export type Arguments = Readonly<Record<string, unknown>>;

interface ArgumentSchema {
  readonly type: 'string' | 'boolean' | 'integer' | 'object';
  readonly description: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly additionalProperties?: boolean;
}

export interface Tool {
  readonly title: string;
  readonly description: string;
  /** The arguments of the tool, without those that specify its input. */
  readonly properties: Readonly<Record<string, ArgumentSchema>>;
  readonly required?: readonly string[];
  /** Whether the tool has an input, which is a `text` or a `file`. */
  readonly reads: boolean;
  /** Whether the command has no option for the name of its input. */
  readonly isNameless?: true;
  /** The reason why the result always contains hidden text. If present, the client must explicitly request hidden text. */
  readonly hidden?: string;
  /** Returns the command line, without the input. */
  command(toolArguments: Arguments, roots: Roots): Promise<readonly string[]> | readonly string[];
  /** Returns the result; undefined if there is none, in which case the client gets the text from standard error. */
  answer(finished: Finished, toolArguments: Arguments): Readonly<Record<string, unknown>> | undefined;
}

/** Returns `--name=VALUE`, in which no value can be mistaken for an option; empty if there is no value. */
export const option = (name: string, value: unknown): readonly string[] =>
  value === undefined ? [] : [`--${name}=${String(value)}`];

/** Returns `--name` if the value is true; otherwise empty. */
export const flag = (name: string, value: unknown): readonly string[] => (value === true ? [`--${name}`] : []);

/** Returns the JSON that a command has printed; undefined if it has printed nothing. */
export function jsonIn({ stdout }: Finished): unknown {
  if (stdout.trim() === '') return undefined;
  return JSON.parse(stdout) as unknown;
}

/** The default length of the returned part of a text, in characters. */
const USUAL_LENGTH = 50_000;

/** Returns a part of a long text, with the offset of the next part. */
export function excerpt(text: string, { offset = 0, length = USUAL_LENGTH }: Arguments) {
  const [from, count] = [offset as number, length as number];
  const end = Math.min(text.length, from + count);
  return { text: text.slice(from, end), length: text.length, ...(end < text.length && { nextOffset: end }) };
}

export const excerptProperties = {
  offset: {
    type: 'integer',
    minimum: 0,
    description: 'The offset at which the returned part of a long result begins, in characters (default: 0).',
  },
  length: {
    type: 'integer',
    minimum: 1,
    maximum: 1_000_000,
    description: `The number of characters of the result to return (default: ${USUAL_LENGTH}).`,
  },
} as const satisfies Tool['properties'];

/** Returns the first lines that a command has written to standard error. */
export const notesIn = ({ stderr }: Finished): readonly string[] =>
  stderr
    .split('\n')
    .filter((line) => line !== '')
    .slice(0, 100);
