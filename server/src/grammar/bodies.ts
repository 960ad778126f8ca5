/**
 * The fields of JSON objects in bodies: those that 2.2 adds to calls and replies, and those of functions in ChatML and Llama 3.
 * Not needed at startup.
 */
import { replyErrorCodes } from './openchatml-2.2.ts';
import type { BodyMemberFact } from './types.ts';

/** Fields in the body of a call that are meant for the runtime, and are not arguments of the tool (2.2 §8.2). */
export const callMembers: readonly BodyMemberFact[] = [
  {
    name: 'deadline_ms',
    type: 'number',
    doc: 'The time limit for the tool: a positive number of milliseconds. It is meant for the runtime and is not an argument of the tool.',
    section: '2.2 §8.2',
  },
];

const codes = replyErrorCodes.map((code) => `\`${code}\``).join(' or ');

/** The fields that 2.2 recommends for the body of a reply (2.2 §8.2, §11). */
export const replyMembers: readonly BodyMemberFact[] = [
  {
    name: 'ok',
    type: 'boolean',
    usual: true,
    doc: 'Whether the tool succeeded. If not, `error` gives the reason.',
    section: '2.2 §8.2',
  },
  { name: 'content', usual: true, doc: 'The result of the tool.', section: '2.2 §8.2' },
  {
    name: 'error',
    doc: `The machine-readable reason for the failure: a code such as ${codes}, or an object with such a code. \`null\` if the tool succeeded.`,
    values: [null, ...replyErrorCodes],
    section: '2.2 §8.2, §11',
  },
  {
    name: 'error.code',
    values: replyErrorCodes,
    usual: true,
    doc: `The error code: ${codes}, or a code that the tool defines.`,
    section: '2.2 §11, §14',
  },
  { name: 'error.message', type: 'string', usual: true, doc: 'A description of the error.', section: '2.2 §11' },
  { name: 'provenance', type: 'object', doc: 'Where the content comes from.', section: '2.2 §8.2, §11' },
  {
    name: 'provenance.source',
    type: 'string',
    usual: true,
    doc: 'The source, such as a URL.',
    section: '2.2 §8.2, §11',
  },
  { name: 'provenance.checksum', type: 'string', usual: true, doc: 'A checksum of the content.', section: '2.2 §11' },
  {
    name: 'provenance.timestamp',
    type: 'string',
    usual: true,
    doc: 'When the content was obtained.',
    section: '2.2 §8.2, §11',
  },
];

/** The fields of a function call in ChatML, after its token (0.1 §8.2) or in its tag. */
export const functionCallMembers: readonly BodyMemberFact[] = [
  { name: 'name', type: 'string', usual: true, doc: 'The function to call.', section: '0.1 §8.2' },
  {
    name: 'arguments',
    type: 'object',
    usual: true,
    doc: 'The arguments of the function, as declared in its signature.',
    section: '0.1 §8.2',
  },
];

/** The fields of a function's result (0.1 §8.3). */
export const functionOutputMembers: readonly BodyMemberFact[] = [
  { name: 'name', type: 'string', usual: true, doc: 'The function that was called.', section: '0.1 §8.3' },
  { name: 'content', usual: true, doc: 'The result: any JSON value.', section: '0.1 §8.3' },
];

const parameter = 'function.parameters.properties.*';

/** The fields of a function's declaration, in a list (0.1 §8.1) or in `<tools>`. */
export const functionSignatureMembers: readonly BodyMemberFact[] = [
  { name: 'type', values: ['function'], usual: true, doc: 'The kind of tool: a function.', section: '0.1 §8.1' },
  { name: 'function', type: 'object', usual: true, doc: 'The function that the model may call.', section: '0.1 §8.1' },
  {
    name: 'function.name',
    type: 'string',
    usual: true,
    doc: 'The name by which the model calls the function.',
    section: '0.1 §8.1',
  },
  {
    name: 'function.description',
    type: 'string',
    usual: true,
    doc: 'A description of its purpose, for the model.',
    section: '0.1 §8.1',
  },
  {
    name: 'function.parameters',
    type: 'object',
    usual: true,
    doc: 'JSON Schema of the arguments.',
    section: '0.1 §8.1',
  },
  {
    name: 'function.parameters.type',
    values: ['object'],
    usual: true,
    doc: 'The arguments are always an object.',
    section: '0.1 §8.1',
  },
  {
    name: 'function.parameters.properties',
    type: 'object',
    usual: true,
    doc: 'A schema for each parameter.',
    section: '0.1 §8.1',
  },
  {
    name: 'function.parameters.required',
    type: 'array',
    doc: 'The required parameters.',
    section: '0.1 §8.1',
  },
  { name: parameter, type: 'object', doc: 'A parameter: the JSON Schema for its value.', section: '0.1 §8.1' },
  {
    name: `${parameter}.type`,
    values: ['string', 'integer', 'number', 'boolean', 'array', 'object'],
    usual: true,
    doc: 'The type of the parameter.',
    section: '0.1 §8.1',
  },
  {
    name: `${parameter}.description`,
    type: 'string',
    doc: 'A description of the parameter, for the model.',
    section: '0.1 §8.1',
  },
  { name: `${parameter}.enum`, type: 'array', doc: 'The allowed values.', section: '0.1 §8.1' },
  {
    name: `${parameter}.default`,
    doc: 'The default: the value used if a call omits the parameter.',
    section: '0.1 §8.1',
  },
];

/** The fields of a call in the JSON of Llama 3. */
export const llamaCallShape: readonly BodyMemberFact[] = [
  { name: 'name', type: 'string', usual: true, doc: 'The function to call.', section: 'Llama 3' },
  {
    name: 'parameters',
    type: 'object',
    usual: true,
    doc: 'The arguments of the function, as declared.',
    section: 'Llama 3',
  },
];

/** The fields of a call in the JSON of a chat API. Its arguments are a string of JSON or, for chat templates, an object. */
export const apiCallMembers: readonly BodyMemberFact[] = [
  { name: 'name', type: 'string', usual: true, doc: 'The tool that is called.', section: 'Chat APIs' },
  {
    name: 'arguments',
    type: 'string',
    usual: true,
    doc: 'The arguments: an object, encoded as a JSON string. Templates take the object itself.',
    section: 'Chat APIs',
  },
];

/** The fields of a call in Anthropic's content blocks. */
export const toolUseMembers: readonly BodyMemberFact[] = [
  { name: 'type', values: ['tool_use'], usual: true, doc: 'A block that calls a tool.', section: 'Chat APIs' },
  { name: 'id', type: 'string', usual: true, doc: 'The id that the result refers to.', section: 'Chat APIs' },
  { name: 'name', type: 'string', usual: true, doc: 'The tool that is called.', section: 'Chat APIs' },
  { name: 'input', type: 'object', usual: true, doc: 'The arguments.', section: 'Chat APIs' },
];
