/** A tool of `ocml mcp`: a row of facts, a command line, and the part of its output that is returned to the client. */
import type { Finished } from './child.ts';
import type { Roots } from './roots.ts';

/** Arguments from a client, already checked against the schema of the tool. */
export type Arguments = Readonly<Record<string, unknown>>;

/** A schema of one argument, as JSON Schema. */
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
  /** The arguments of the tool, except those for its input. */
  readonly properties: Readonly<Record<string, ArgumentSchema>>;
  readonly required?: readonly string[];
  /** Whether the tool has an input: a `text` or a `file`. */
  readonly reads: boolean;
  /** Whether the command has no option for the name of its input. */
  readonly isNameless?: true;
  /** The reason why the result always contains hidden text. If set, the client has to request hidden text explicitly. */
  readonly hidden?: string;
  /** The command line, without the input. */
  command(given: Arguments, roots: Roots): Promise<readonly string[]> | readonly string[];
  /** The result; undefined if there is none: the client then gets the text from standard error. */
  answer(finished: Finished, given: Arguments): Readonly<Record<string, unknown>> | undefined;
}

/** `--name=VALUE`, so that no value can be mistaken for an option; empty if there is no value. */
export const option = (name: string, value: unknown): readonly string[] =>
  value === undefined ? [] : [`--${name}=${String(value)}`];

/** `--name` if the value is true; otherwise empty. */
export const flag = (name: string, value: unknown): readonly string[] => (value === true ? [`--${name}`] : []);

/** The JSON that a command printed; undefined if it printed none. */
export function jsonIn({ stdout }: Finished): unknown {
  if (stdout.trim() === '') return undefined;
  return JSON.parse(stdout) as unknown;
}

/** The default length of the text in a result, in characters. */
const USUAL_LENGTH = 50_000;

/** A part of a long text, with the values needed to request the next part. */
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

/** Returns the lines that a command wrote to standard error. */
export const notesIn = ({ stderr }: Finished): readonly string[] =>
  stderr
    .split('\n')
    .filter((line) => line !== '')
    .slice(0, 100);
