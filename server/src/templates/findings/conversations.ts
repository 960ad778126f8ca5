/** The conversations with which every template is tested. Their words contain digits, so that they are recognized in the prompt. */

export const words = {
  system: 'Instruction-3107.',
  question: 'Question-2718?',
  answer: 'Answer-1414.',
  next: 'Question-1732?',
  last: 'Answer-2236.',
  argument: 'Lima-7431',
  second: 'Oslo-9208',
  tool: 'weather_5772',
  parameter: 'district_6624',
  called: 'forecast_8150',
  reply: 'Reply-4669',
  reasoning: 'Reasoning-6931.',
  beside: 'Beside-5187.',
  padded: '  Spaced-8346 \n',
} as const;

export const system = { role: 'system', content: words.system };
export const question = { role: 'user', content: words.question };
export const answer = { role: 'assistant', content: words.answer };
export const next = { role: 'user', content: words.next };
export const last = { role: 'assistant', content: words.last };

/** An answer with reasoning. Many templates remove reasoning from all turns except the last. */
export const thought = { ...answer, reasoning_content: words.reasoning };
export const tagged = { role: 'assistant', content: `<think>\n${words.reasoning}\n</think>\n\n${words.answer}` };

/** Turns the content of a message into a list of parts. */
export const inParts = ({ role, content }: { readonly role: string; readonly content: string }) => ({
  role,
  content: [{ type: 'text', text: content }],
});

const tools = [
  {
    type: 'function',
    function: {
      name: words.tool,
      description: 'Weather at a place.',
      parameters: {
        type: 'object',
        properties: { city: { type: 'string', description: 'A city.' }, [words.parameter]: { type: 'string' } },
        required: ['city'],
      },
    },
  },
];

/**
 * A message with a call. Templates differ in whether they expect arguments as an object or as a JSON string, and in the content
 * that they expect.
 */
export const call = (args: unknown, content: string | null = '', name: string = words.tool) => ({
  role: 'assistant',
  content,
  tool_calls: [{ id: 'call12345', type: 'function', function: { name, arguments: args } }],
});

export const asObject = { city: words.argument };
export const asJson = JSON.stringify(asObject);

/** Adds a second call to the message from `call`. The arguments of both calls have the same type. */
export const calls = (args: unknown) => {
  const [second, { tool_calls: toolCalls, ...message }] = [{ city: words.second }, call(args)];
  const secondArguments = typeof args === 'string' ? JSON.stringify(second) : second;
  const more = { id: 'call67890', type: 'function', function: { name: words.tool, arguments: secondArguments } };
  return { ...message, tool_calls: [...toolCalls, more] };
};
export const reply = { role: 'tool', tool_call_id: 'call12345', name: words.tool, content: words.reply };

/** A request that awaits an answer, and complete conversations. */
export const request = (...messages: readonly object[]) => ({ messages, add_generation_prompt: true });
export const complete = <T extends readonly object[]>(...messages: T) => ({ messages, add_generation_prompt: false });
export const completeWith = <T extends readonly object[]>(messages: T) => ({ messages, add_generation_prompt: false });
export const withTools = <T extends object>(conversation: T) => ({ ...conversation, tools });
