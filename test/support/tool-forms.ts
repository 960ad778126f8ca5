/** One tool, `stock`, with its declaration and call in each family. */
const parameters = {
  type: 'object',
  properties: {
    live: { type: 'boolean' },
    symbol: { type: 'string', description: 'As on the **exchange**.' },
    at: { enum: ['open', 'close'], default: 'close', description: 'When.' },
    place: { type: 'object', properties: { lat: { type: 'number' } }, required: ['lat'] },
  },
  required: ['symbol'],
};
const described = { type: 'function', function: { name: 'stock', description: 'A price.', parameters } };
const signature = JSON.stringify(described);

/** The declaration of `stock` in a family, and a function that writes a call. */
export interface Form {
  readonly name: string;
  readonly tool: string;
  readonly call: (args: string) => string;
  /** Whether completion needs text after the arguments, so that the text must not be cut off at the cursor. */
  readonly later?: true;
}

export const typeScript = `<|start|>developer<|message|># Tools

## functions

namespace functions {

// A price.
type stock = (_: {
// As on the **exchange**.
symbol: string,
live?: boolean,
// When.
at?: "open" | "close", // default: close
place?: { lat: number },
}) => any;

}<|end|>`;

const messages = (call: object, args: string) =>
  JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }, call], tools: [described] }).replace(
    '"ARGS"',
    () => args,
  );
const inString = (args: string) => JSON.stringify(args.replace('$0', '\0')).replace('\\u0000', '$0');
export const chatml = (text: string) => `${text}<|im_end|>\n`;
export const llama = (role: string, text: string) => `<|start_header_id|>${role}<|end_header_id|>\n\n${text}`;

export const forms: Readonly<Record<string, Form>> = {
  'OpenChatML 2.2': {
    name: 'a.ocml',
    tool: 'functions.stock',
    call: (args) =>
      `${typeScript}<|start|>assistant to=functions.stock call_id=c<|channel|>commentary<|constrain|>json<|message|>${args}<|call|>`,
  },
  Harmony: {
    name: 'a.harmony',
    tool: 'functions.stock',
    call: (args) =>
      `${typeScript}<|start|>assistant<|channel|>commentary to=functions.stock json<|message|>${args}<|call|>`,
  },
  'ChatML with tags': {
    name: 'b.ocml',
    tool: 'stock',
    call: (args) =>
      chatml(`<|im_start|>system\n<tools>\n${signature}\n</tools>`) +
      chatml(`<|im_start|>assistant\n<tool_call>\n{"name": "stock", "arguments": ${args}}\n</tool_call>`),
  },
  'functions of 0.1': {
    later: true,
    name: 'b.ocml',
    tool: 'stock',
    call: (args) =>
      chatml(`<|im_start|>system\n<|function_list|>\n${signature}`) +
      chatml(`<|im_start|>assistant\n<|function_call|>\n{"arguments": ${args}, "name": "stock"}`),
  },
  'Llama 3': {
    name: 'c.ocml',
    tool: 'stock',
    call: (args) =>
      `${llama('user', `Given the following functions, answer with JSON.\n\n${JSON.stringify(described, null, 4)}\n\nHi`)}<|eot_id|>${llama('assistant', `{"name": "stock", "parameters": ${args}}`)}<|eom_id|>`,
  },
  'Llama 3 after its token': {
    name: 'c.ocml',
    tool: 'stock',
    call: (args) =>
      `${llama('system', signature)}<|eot_id|>${llama('assistant', `<|python_tag|>{"name": "stock", "parameters": ${args}}`)}<|eom_id|>`,
  },
  'a chat API, as a string': {
    later: true,
    name: 'd.messages.json',
    tool: 'stock',
    call: (args) =>
      messages(
        {
          role: 'assistant',
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'stock', arguments: 'ARGS' } }],
        },
        inString(args),
      ),
  },
  'a chat API, as an object': {
    later: true,
    name: 'd.messages.json',
    tool: 'stock',
    call: (args) =>
      messages(
        {
          role: 'assistant',
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'stock', arguments: 'ARGS' } }],
        },
        args,
      ),
  },
  'blocks of Anthropic': {
    later: true,
    name: 'd.messages.json',
    tool: 'stock',
    call: (args) =>
      messages({ role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'stock', input: 'ARGS' }] }, args)
        .replace('"function":{"name":"stock"', '"x":{"name":"stock"')
        .replace(
          /"tools":\[.*\]/s,
          () => `"tools": [${JSON.stringify({ name: 'stock', description: 'A price.', input_schema: parameters })}]`,
        ),
  },
  'the projection': {
    later: true,
    name: 'e.ocml.json',
    tool: 'functions.stock',
    call: (args) =>
      JSON.stringify([
        { role: 'developer', content: typeScript.slice('<|start|>developer<|message|>'.length, -'<|end|>'.length) },
        {
          role: 'assistant',
          channel: 'commentary',
          tool_call: { id: 'c', recipient: 'functions.stock', arguments: 'ARGS' },
        },
      ]).replace('"ARGS"', () => inString(args)),
  },
};
