/** A tool of `ocml mcp`: a row of facts, a command line, and the part of its output that the client gets. */
import type { Finished } from './child.ts';
import type { Roots } from './roots.ts';

/** Arguments as a client sent them, after they were checked against the schema of the tool. */
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
  /** Its arguments besides those that say what to read. */
  readonly properties: Readonly<Record<string, ArgumentSchema>>;
  readonly required?: readonly string[];
  /** Whether it reads a `text` or a `file`. */
  readonly reads: boolean;
  /** Its command takes no name of what it reads. */
  readonly isNameless?: true;
  /** Why its result always has what users do not see; the client then has to ask for that by name. */
  readonly hidden?: string;
  /** The command line, without what is read. */
  command(given: Arguments, roots: Roots): Promise<readonly string[]> | readonly string[];
  /** The result; undefined if there is none, so that what the command says on standard error is the answer. */
  answer(finished: Finished, given: Arguments): Readonly<Record<string, unknown>> | undefined;
}

/** `--name=VALUE`, so that no value is taken for an option; nothing if there is no value. */
export const option = (name: string, value: unknown): readonly string[] =>
  value === undefined ? [] : [`--${name}=${String(value)}`];

/** A flag that is set. */
export const flag = (name: string, value: unknown): readonly string[] => (value === true ? [`--${name}`] : []);

/** The JSON that a command printed; undefined if it printed none. */
export function jsonIn({ stdout }: Finished): unknown {
  if (stdout.trim() === '') return undefined;
  return JSON.parse(stdout) as unknown;
}

/** How many characters of a text a result has, if it is not asked for more. */
const USUAL_LENGTH = 50_000;

/** The part of a long text that a result has, with what is needed to ask for the next one. */
export function excerpt(text: string, { offset = 0, length = USUAL_LENGTH }: Arguments) {
  const [from, count] = [offset as number, length as number];
  const end = Math.min(text.length, from + count);
  return { text: text.slice(from, end), length: text.length, ...(end < text.length && { nextOffset: end }) };
}

export const excerptProperties = {
  offset: { type: 'integer', minimum: 0, description: 'Where the returned part of a long result begins (default: 0).' },
  length: {
    type: 'integer',
    minimum: 1,
    maximum: 1_000_000,
    description: `The number of characters of the result to return (default: ${USUAL_LENGTH}).`,
  },
} as const satisfies Tool['properties'];

/** Returns the lines that a command wrote besides its output. */
export const notesIn = ({ stderr }: Finished): readonly string[] =>
  stderr
    .split('\n')
    .filter((line) => line !== '')
    .slice(0, 100);
