/** Conversations that templates render. They are read back with the frames that were learned from these templates. */

import type { InputForms } from '../../../server/src/learn/index.ts';
import { idNaming } from '../../../server/src/syntax/families/learned/call-id-names.ts';

export interface Message {
  readonly role: string;
  readonly content: string | null;
  readonly reasoning?: string;
  readonly calls?: readonly { readonly name: string; readonly id: string; readonly arguments: object }[];
  readonly name?: string;
  readonly id?: string;
}

export interface Sample {
  readonly kind: 'text' | 'system' | 'calls' | 'reasoning';
  readonly messages: readonly Message[];
  readonly tools: boolean;
  readonly generation: boolean;
}

export const tools = ['get_weather', 'find_time'].map((name) => ({
  type: 'function',
  function: {
    name,
    description: `The tool "${name}".`,
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
}));

const system = { role: 'system', content: 'You are a helpful assistant.\nAnswer in {"one"} sentence.' };
const user = (content: string) => ({ role: 'user', content });
const answer = (content: string) => ({ role: 'assistant', content });
const weather = { name: 'get_weather', id: 'call12345', arguments: { city: 'Lima', days: 3 } };
const time = { name: 'find_time', id: 'call67890', arguments: { city: 'Oslo "N"', exact: true, in: { zone: 'CET' } } };
const call = (...calls: NonNullable<Message['calls']>) => ({ role: 'assistant', content: '', calls });
const reply = ({ name, id }: typeof weather | typeof time, content: string) => ({ role: 'tool', name, id, content });
const thought = (reasoning: string, content: string) => ({ role: 'assistant', reasoning, content });

const hello = user('Hello! What is 2 + 2?\nUse <b>digits</b>.');
const four = answer('It is **4**: {"sum": 4}.');
const more = user('And the weather in Lima?');
const sunny = reply(weather, '{"sky": "sunny", "t": 21.5}');
const noon = reply(time, 'noon, "exactly"');
const good = answer('It is sunny in Lima.');

const sample = (
  kind: Sample['kind'],
  generation: boolean,
  messages: readonly Message[],
  withTools = false,
): Sample => ({ kind, generation, messages, tools: withTools });

export const samples: readonly Sample[] = [
  sample('text', true, [hello]),
  sample('text', false, [hello, four]),
  sample('text', true, [hello, four, more]),
  sample('text', false, [hello, four, more, good, hello, four]),
  sample('system', false, [system, hello, four]),
  sample('system', true, [system, hello, four, more]),
  sample('calls', true, [more, call(weather), sunny]),
  sample('calls', false, [more, call(weather), sunny, good]),
  sample('calls', false, [more, call(weather, time), sunny, noon, good]),
  sample('calls', false, [system, hello, four, more, call(weather), sunny, call(time), noon, good], true),
  sample('calls', true, [more, call(weather, time), sunny, noon, good, hello], true),
  sample('reasoning', false, [hello, thought('Two and two.\nSo 4.', 'It is 4.')]),
  sample('reasoning', true, [hello, thought('Two and two.', 'It is 4.'), more]),
  sample('reasoning', false, [
    more,
    { ...call(weather), reasoning: 'I have to look.' },
    sunny,
    thought('Sun.', 'Sunny!'),
  ]),
];

/** Returns a sample in the input format that a template expects. */
export function requestOf({ messages, tools: declares, generation }: Sample, forms: InputForms) {
  const idOf = (id: string, name: string | undefined) =>
    forms.idsNameTools && name !== undefined ? idNaming(name, Number(id.slice(-1))) : id;
  return {
    messages: messages.map(({ role, content, reasoning, calls, name, id }) => ({
      role,
      ...(reasoning !== undefined && { [forms.reasoning]: reasoning }),
      content: calls && content === '' ? forms.callContent : content,
      ...(calls && {
        tool_calls: calls.map((one) => ({
          id: idOf(one.id, one.name),
          type: 'function',
          function: {
            name: one.name,
            arguments: forms.arguments === 'object' ? one.arguments : JSON.stringify(one.arguments),
          },
        })),
      }),
      ...(name !== undefined && { name }),
      ...(id !== undefined && { tool_call_id: idOf(id, name) }),
    })),
    ...(declares && { tools }),
    add_generation_prompt: generation,
  };
}
