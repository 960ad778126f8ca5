/** The conversations that every template is tried with. Words with digits in them are nowhere else: they show what is written. */

export const words = {
  system: 'Instruction-3107.',
  question: 'Question-2718?',
  answer: 'Answer-1414.',
  next: 'Question-1732?',
  last: 'Answer-2236.',
  argument: 'Lima-7431',
  tool: 'weather_5772',
  reply: 'Reply-4669',
  reasoning: 'Reasoning-6931.',
  padded: '  Spaced-8346 \n',
} as const;

export const system = { role: 'system', content: words.system };
export const question = { role: 'user', content: words.question };
export const answer = { role: 'assistant', content: words.answer };
export const next = { role: 'user', content: words.next };
export const last = { role: 'assistant', content: words.last };

const tools = [
  {
    type: 'function',
    function: {
      name: words.tool,
      description: 'Weather at a place.',
      parameters: {
        type: 'object',
        properties: { city: { type: 'string', description: 'A city.' } },
        required: ['city'],
      },
    },
  },
];

/** A call; templates disagree on whether its arguments are an object or JSON, and on what its content is. */
export const call = (args: unknown, content: string | null = '') => ({
  role: 'assistant',
  content,
  tool_calls: [{ id: 'call12345', type: 'function', function: { name: words.tool, arguments: args } }],
});

export const asObject = { city: words.argument };
export const asJson = JSON.stringify(asObject);
export const reply = { role: 'tool', tool_call_id: 'call12345', name: words.tool, content: words.reply };

/** A request to continue, and one that is complete. */
export const request = (...messages: readonly object[]) => ({ messages, add_generation_prompt: true });
export const complete = (...messages: readonly object[]) => ({ messages, add_generation_prompt: false });
export const withTools = <T extends object>(given: T) => ({ ...given, tools });
