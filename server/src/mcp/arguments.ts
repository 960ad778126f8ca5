/** Provides the schemas for the arguments of tools, and validates arguments that a model has sent. */
import type { Tool } from './tool.ts';

/** The properties that specify the input of a tool. */
const source = {
  text: { type: 'string', description: 'The text to read.' },
  name: {
    type: 'string',
    description: 'With `text`: a file name, such as `train.jsonl`, whose extension shows the format.',
  },
  file: { type: 'string', description: 'The path of a file, instead of `text`.' },
} as const;

const hiddenWanted = {
  hidden: { type: 'boolean', description: 'Must be true, because the result contains text hidden from users.' },
} as const;

/** Returns the schema for all arguments of a tool. */
export function argumentsSchema({ properties, required = [], reads, hidden }: Tool) {
  return {
    type: 'object' as const,
    properties: { ...(reads && source), ...properties, ...(hidden !== undefined && hiddenWanted) },
    required: [...required],
    additionalProperties: false,
  };
}

/** Returns a message for a model that says what is wrong with arguments; undefined if they are valid. */
export function wrongArguments(tool: Tool, toolArguments: unknown): string | undefined {
  const { Validator } = require('@cfworker/json-schema') as typeof import('@cfworker/json-schema');
  const { valid, errors } = new Validator(argumentsSchema(tool), '2020-12').validate(toolArguments);
  if (valid) return undefined;
  const { instanceLocation, error } = errors.at(-1) ?? { instanceLocation: '#', error: 'they do not match the schema' };
  return `The arguments are invalid at ${instanceLocation}: ${error}`;
}
