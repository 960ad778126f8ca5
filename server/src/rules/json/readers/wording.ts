/** Sentences about a value that an API rejects: the project's own, and the error texts of the APIs. */
import type { ValueFact } from '../../../grammar/api/value-facts.ts';
import type { JsonNode } from '../../../syntax/json/nodes.ts';
import { closest } from '../../../syntax/tokens/closest.ts';
import { didYouMean, listed, quote } from '../../../syntax/wording.ts';
import { kindOf } from '../../support/json-scope.ts';
import type { Path, ValueFault } from './walk.ts';

/** The steps of a path, from the outermost inward. Steps into variants are omitted. */
function stepsOf(path: Path | undefined): (string | number)[] {
  const steps: (string | number)[] = [];
  for (let at = path; at; at = at.parent)
    if (at.step !== '' && !at.isVariant) steps.push(typeof at.step === 'string' ? shortened(at.step) : at.step);
  return steps.reverse();
}

/** Writes a path as in `messages[0].content`. */
export function indexedPath(path: Path | undefined): string {
  return stepsOf(path).reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  );
}

/** Writes a path as in `messages.0.content.1.tool_use.id`. The role of a message is a variant too, but the API does not include it. */
export function dottedPath(path: Path | undefined): string {
  const steps: (string | number)[] = [];
  for (let at = path; at; at = at.parent) {
    const isNamed = !at.isVariant || (typeof at.step === 'string' && !['user', 'assistant'].includes(at.step));
    if (at.step !== '' && isNamed) steps.push(typeof at.step === 'string' ? shortened(at.step) : at.step);
  }
  return steps.reverse().join('.');
}

/** The last name in the path of a value, for the project's own sentence. */
function nameOf(path: Path): string {
  const name = stepsOf(path).findLast((step) => typeof step === 'string');
  return name === undefined ? 'This' : `\`${name}\``;
}

const kinds: readonly (readonly [kind: keyof ValueFact & JsonNode['kind'], says: string])[] = [
  ['string', 'a string'],
  ['number', 'a number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['null', 'null'],
];

const accepted = (fact: ValueFact) => kinds.filter(([kind]) => fact[kind] !== undefined).map(([, says]) => says);
const either = (words: readonly string[]) =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} or ${words[words.length - 1]}`;
const quoteValue = (node: JsonNode | undefined) =>
  node?.kind === 'string' ? quote(node.value) : node && 'value' in node ? String(node.value) : '';

/** The project's own sentence for a fault, with its remedy. */
export function sentenceOf(fault: ValueFault): string {
  const { kind, path, fact, node, name = '', choices = [], bound = 0, size = 0 } = fault;
  const what = nameOf(path);
  switch (kind) {
    case 'type':
      return `${what} must be ${either(accepted(fact))}, not ${node ? kindOf(node) : 'nothing'}.`;
    case 'missing':
      return `\`${name}\` is missing. Add it.`;
    case 'unknown':
      return `${quote(name)} is not a valid key here. Remove it.${didYouMean(closest(name, choices))}`;
    case 'value':
      return `${what} must be ${either(choices.map((choice) => `\`${choice}\``))}, not ${quoteValue(node)}.${didYouMean(closest(quoteValue(node), choices))}`;
    case 'variant':
      return `${quoteValue(node)} is not accepted as ${what} here. Write ${listed(choices)}.${didYouMean(closest(name, choices))}`;
    case 'pattern':
      return `${what} contains a character that is not allowed: it must match \`${name}\`.`;
    case 'too-short':
      return `${what} is empty. Fill it in.`;
    case 'too-long':
      return `${what} has ${size} characters; at most ${bound} are allowed. Shorten it.`;
    case 'too-few':
      return `${what} is empty. Fill it in${['messages', 'content'].includes(String(path.step)) ? '' : ', or omit it'}.`;
    case 'too-many':
      return `${what} has ${size} entries; at most ${bound} are allowed. Remove the rest.`;
    case 'too-small':
      return `${what} must be ${fact.number?.above ? 'greater than' : 'at least'} ${bound}, not ${quoteValue(node)}.`;
    case 'too-large':
      return `${what} must be at most ${bound}, not ${quoteValue(node)}.`;
    case 'not-integer':
      return `${what} must be a whole number, not ${quoteValue(node)}.`;
  }
}

/** Shortens text from a document that is quoted in the error text of an API. */
export const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`);
const joined = (words: readonly string[]) =>
  words.length < 3 ? words.join(' and ') : `${words.slice(0, -1).join(', ')}, and ${words[words.length - 1]}`;

const openAiKinds: Readonly<Record<JsonNode['kind'], string>> = {
  string: 'a string',
  number: 'a decimal',
  boolean: 'a boolean',
  null: 'null',
  array: 'an array',
  object: 'an object',
  broken: '',
};

/** The types that OpenAI's API says it expects. It never mentions null, even where null is accepted. */
function openAiExpects(fact: ValueFact): string {
  const says: string[] = [];
  if (fact.string) says.push('a string');
  if (fact.number) says.push(fact.number.integer ? 'an integer' : 'a decimal');
  if (fact.boolean) says.push('a boolean');
  if (fact.array)
    says.push(
      fact.array.of?.object ? 'an array of objects' : fact.array.of?.string ? 'an array of strings' : 'an array',
    );
  if (fact.object) says.push('an object');
  return says.length < 2
    ? (says[0] ?? '')
    : `one of ${says
        .map((word) => word.replace(/^an? /, ''))
        .join(' or ')
        .replace(/^/, 'a ')}`;
}

const isWhole = (node: JsonNode | undefined) => node?.kind === 'number' && Number.isInteger(node.value);
const openAiGot = (node: JsonNode) => (isWhole(node) ? 'an integer' : openAiKinds[node.kind]);

/** The error text of OpenAI's API for a fault. */
export function openAiWords(fault: ValueFault): string | undefined {
  const { kind, fact, node, choices = [], bound = 0, size = 0 } = fault;
  const name = shortened(fault.name ?? '');
  const path = indexedPath(fault.path);
  const number = fact.number?.integer ? 'integer' : 'decimal';
  switch (kind) {
    case 'type':
      return node && `Invalid type for '${path}': expected ${openAiExpects(fact)}, but got ${openAiGot(node)} instead.`;
    case 'missing':
      return path === 'model' ? 'you must provide a model parameter' : `Missing required parameter: '${path}'.`;
    case 'unknown':
      return path === name ? `Unrecognized request argument supplied: ${name}` : `Unknown parameter: '${path}'.`;
    case 'value':
      return fact.string
        ? `Invalid value: ${node?.kind === 'string' ? `'${shortened(node.value)}'` : ''}. Supported values are: ${joined(quoted(choices))}.`
        : undefined;
    case 'variant':
      return `Invalid value: '${name}'. Supported values are: ${joined(quoted(choices))}.`;
    case 'pattern':
      return `Invalid '${path}': string does not match pattern. Expected a string that matches the pattern '${name}'.`;
    case 'too-short':
      return `Invalid '${path}': empty string. Expected a string with minimum length ${bound}, but got an empty string instead.`;
    case 'too-long':
      return `Invalid '${path}': string too long. Expected a string with maximum length ${bound}, but got a string with length ${size} instead.`;
    case 'too-few':
      return `Invalid '${path}': empty array. Expected an array with minimum length ${bound}, but got an empty array instead.`;
    case 'too-many':
      return node?.kind === 'array'
        ? `Invalid '${path}': array too long. Expected an array with maximum length ${bound}, but got an array with length ${size} instead.`
        : undefined;
    case 'too-small':
      return `Invalid '${path}': ${number} below minimum value. Expected a value >= ${bound}, but got ${quoteValue(node)} instead.`;
    case 'too-large':
      return `Invalid '${path}': ${number} above maximum value. Expected a value <= ${bound}, but got ${quoteValue(node)} instead.`;
    case 'not-integer':
      return `Invalid type for '${path}': expected an integer, but got a decimal number instead.`;
  }
}

const pydanticKinds: readonly (readonly [kind: keyof ValueFact, says: string])[] = [
  ['array', 'list'],
  ['object', 'dictionary'],
  ['string', 'string'],
  ['boolean', 'boolean'],
];

/** The error text of pydantic for a fault, without the path of the value. Anthropic's API and vLLM use pydantic. */
export function pydanticWords(fault: ValueFault): string | undefined {
  const { kind, fact, choices = [], bound = 0, path } = fault;
  const name = shortened(fault.name ?? '');
  switch (kind) {
    case 'type': {
      const of = fact.number
        ? fact.number.integer
          ? 'integer'
          : 'number'
        : pydanticKinds.find(([one]) => fact[one] !== undefined)?.[1];
      return of && `Input should be a valid ${of}`;
    }
    case 'missing':
      return 'Field required';
    case 'unknown':
      return 'Extra inputs are not permitted';
    case 'value':
      return fact.string ? `Input should be ${either(quoted(choices))}` : undefined;
    case 'variant':
      return `Input tag '${name}' found using '${path.step}' does not match any of the expected tags`;
    case 'pattern':
      return `String should match pattern '${name}'`;
    case 'too-short':
      return `String should have at least ${bound} character${bound === 1 ? '' : 's'}`;
    case 'too-long':
      return `String should have at most ${bound} characters`;
    case 'too-few':
      return `List should have at least ${bound} item${bound === 1 ? '' : 's'} after validation, not 0`;
    case 'too-small':
      return `Input should be greater than ${fact.number?.above ? '' : 'or equal to '}${bound}`;
    case 'too-large':
      return `Input should be less than or equal to ${bound}`;
    case 'not-integer':
      return 'Input should be a valid integer, got a number with a fractional part';
    case 'too-many':
      return undefined;
  }
}
