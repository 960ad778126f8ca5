/**
 * Adapts a chat API request to one of this project's formats for models (`grammar/model-forms.ts`), and notes the parts that
 * the format cannot express.
 */
import type { ModelForm } from '../grammar/model-forms.ts';
import { memberOf } from '../syntax/json/nodes.ts';
import { readJson } from '../syntax/json/read.ts';
import { placeOf } from '../templates/rows/left-out.ts';
import type { Template } from '../templates/template.ts';
import { reasoningMembers } from './frames.ts';
import { rawJson } from './raw-json.ts';

type Members = Record<string, unknown>;

interface FittedRequest {
  readonly json: string;
  /** The parts that the format cannot express, in words, with the numbers of their messages. */
  readonly notes: readonly string[];
}

/** The error for a conversation that a format cannot express. */
export class UnfitRequest extends Error {}

/**
 * Adapts a request to a format: the texts in content are joined, and other parts are dropped. Throws `UnfitRequest` if a text
 * contains a token of the format, since the token would end the message or begin another one.
 */
export function fitRequest(json: string, form: ModelForm, template: Template): FittedRequest {
  const { messages, ...others } = JSON.parse(json) as { readonly messages: readonly Members[] } & Members;
  const notes = new NumberedNotes();
  const tokens = [...template.markers, ...form.tags];
  const roles = messages.map(({ role }) => role);
  const fittedMessages = messages.map((message, i) => {
    const content = contentOf(message['content'], (note) => notes.add(note, i));
    const fitted = { ...message, content };
    refuseTokens(fitted, i, tokens, form);
    if (!knownRoles.has(message['role']))
      throw new UnfitRequest(
        `message ${i + 1} has the role \`${String(message['role'])}\`, which ${form.title} does not support`,
      );
    noteLosses(message, i, roles, form, notes);
    return fitted;
  });
  const tools = memberOf(readJson(json).root, 'tools')?.value;
  if (tools) {
    const token = tokenIn(others['tools'], template.markers);
    if (token !== undefined) throw new UnfitRequest(`a tool contains ${cannotHold(token, form)}`);
  }
  const declared = others['tools'];
  const isUndeclared = form.calls === 'none' && Array.isArray(declared) && declared.length > 0;
  const toolNotes = isUndeclared ? [`The declared tools are dropped: ${form.title} has no format for them.`] : [];
  const raw = rawJson(json);
  const toolsMember = tools && { tools: raw.put(json.slice(tools.start, tools.end)) };
  return {
    json: raw.written({ ...others, messages: fittedMessages, ...toolsMember }),
    notes: [...toolNotes, ...notes.all],
  };
}

class NumberedNotes {
  private readonly numbers = new Map<string, number[]>();

  add(note: string, message: number): void {
    const messageNumbers = this.numbers.get(note) ?? [];
    this.numbers.set(note, messageNumbers);
    messageNumbers.push(message + 1);
  }

  get all(): readonly string[] {
    return [...this.numbers].map(([note, numbers]) => `${placeOf(numbers)}${note}`);
  }
}

/** Turns content into text. Content that is not a list of parts stays unchanged. */
function contentOf(content: unknown, note: (text: string) => void): unknown {
  if (!Array.isArray(content)) return content;
  const texts = content.flatMap((part: unknown) => textOf(part) ?? []);
  if (texts.length < content.length) note('A part of the content that is not text is dropped.');
  if (texts.length > 1) note('The text parts of this content are joined, with nothing between them.');
  return texts.join('');
}

function textOf(part: unknown): string | undefined {
  if (typeof part === 'string') return part;
  const isText = typeof part === 'object' && part !== null && Object.hasOwn(part, 'text');
  const text = isText ? (part as { text: unknown }).text : undefined;
  return typeof text === 'string' ? text : undefined;
}

function noteLosses(
  message: Members,
  index: number,
  roles: readonly unknown[],
  form: ModelForm,
  notes: NumberedNotes,
): void {
  const { role, name } = message;
  const calls = (Array.isArray(message['tool_calls']) ? message['tool_calls'] : []) as readonly Members[];
  if (form.calls === 'none' && (calls.length > 0 || role === 'tool'))
    notes.add(`${role === 'tool' ? 'This reply' : 'A call'} is dropped: ${form.title} has no format for it.`, index);
  if (!form.reasoning && reasoningMembers.some((member) => isText(message[member])))
    notes.add(`The reasoning is dropped: ${form.title} has no format for it.`, index);
  if (form.calls === 'plain arguments' && calls.some(hasDoubtfulText))
    notes.add(
      `A string in the arguments will be read back as a number or another type, because ${form.title} writes both alike.`,
      index,
    );
  const isGivenId = [message['tool_call_id'], ...calls.map(({ id }) => id)].some(
    (id) => typeof id === 'string' && !madeUpId.test(id),
  );
  const idNote = isGivenId && form.calls !== 'none' ? idNotes[form.ids] : undefined;
  if (idNote !== undefined) notes.add(idNote, index);
  if (typeof name === 'string' && role !== 'tool') notes.add('The name of the speaker is dropped.', index);
  if (role === 'developer') notes.add('The role `developer` becomes `system`.', index);
  const isLater = form.movesInstructions && roles.slice(0, index).some((one) => !instructing.has(one));
  if (isLater && instructing.has(role)) notes.add('These instructions are moved to another position.', index);
}

const knownRoles: ReadonlySet<unknown> = new Set(['system', 'developer', 'user', 'assistant', 'tool']);

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** Whether an argument of a call is a string that could be read back as a JSON value of another type. */
function hasDoubtfulText({ function: called }: Members): boolean {
  const callArguments = (called as { readonly arguments?: unknown } | undefined)?.arguments;
  const args: unknown = typeof callArguments === 'string' ? valueIn(callArguments) : callArguments;
  if (typeof args !== 'object' || args === null) return false;
  return Object.values(args).some((value) => {
    const read = typeof value === 'string' ? valueIn(value) : undefined;
    return read !== undefined && typeof read !== 'string';
  });
}

function valueIn(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const idNotes: Readonly<Record<ModelForm['ids'], string | undefined>> = {
  kept: undefined,
  none: 'The id of a call is dropped: replies are matched to calls by their order.',
  'naming tools':
    'Each call id is replaced with one that contains the name of the tool, such as `functions.get_weather:0`.',
};

const instructing: ReadonlySet<unknown> = new Set(['system', 'developer']);

/** Matches ids that a conversion generates if the source has none. */
const madeUpId = /^h\d+$/;

function refuseTokens(message: Members, index: number, tokens: readonly string[], form: ModelForm): void {
  const isModel = message['role'] === 'assistant';
  const searched = isModel ? tokens : tokens.filter((token) => !form.tags.includes(token));
  const token = tokenIn(message, searched);
  if (token !== undefined) throw new UnfitRequest(`message ${index + 1} contains ${cannotHold(token, form)}`);
}

const cannotHold = (token: string, { title }: ModelForm) =>
  `the ${title} token \`${token}\`, which cannot occur in text: change it, for example by adding a space`;

/** The first of these tokens that occurs in a string anywhere in a value. */
function tokenIn(value: unknown, tokens: readonly string[]): string | undefined {
  const waiting = [value];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one === 'string') {
      const firstToken = tokens.find((token) => one.includes(token));
      if (firstToken !== undefined) return firstToken;
    } else if (typeof one === 'object' && one !== null)
      for (const [key, member] of Object.entries(one)) waiting.push(key, member);
  }
  return undefined;
}
