// Generates the snippets from the tokens, roles, channels and keys in the facts. Each snippet is valid as it is inserted. Snippets do not
// know the position of the cursor, so they have no prefix: _Insert Snippet_ lists them, but they are not suggested while users type. All
// suggestions come from the server, which offers messages that fit the position.

import { tokenFrames } from './plain.mjs';

/** Texts of placeholders, by the kind of text. */
const samples = {
  tool: 'get_weather',
  arguments: '{"city": "Lyon"}',
  result: '{"ok": true, "content": {"temperature": 20}, "error": null}',
};

/** Returns a tab stop: `$1`, or `${1:text}` if it has a placeholder. */
const stop = (number, text) => (text === undefined ? `$${number}` : `\${${number}:${text.replace(/[\\$}]/g, '\\$&')}}`);

/** Returns a tab stop at which the user chooses one of several values. */
const choice = (number, values) => `\${${number}|${values.join(',')}|}`;

/** Splits texts into lines. */
const lines = (...parts) => parts.flatMap((part) => part.split('\n'));

/** Returns the snippet of a message for a family whose headers end with a token. */
function framedMessage({ name, frame, roles }) {
  const { openers, headerEnd, breaksBefore, terminators } = frame;
  const breaks = '\n'.repeat(breaksBefore);
  const role = choice(
    1,
    roles.map((one) => one.name),
  );
  const header =
    headerEnd === 'opener'
      ? openers[0].text.replace(openers[0].name, () =>
          choice(
            1,
            openers.map(({ name: word }) => word),
          ),
        ) + breaks
      : `${openers[0].text}${role}${headerEnd.text}${breaks}`;
  return {
    description: `A message of ${name}.`,
    body: lines(`${header}${stop(2, 'Hello')}${terminators[0].text}$0`),
  };
}

export function snippets(facts) {
  const token = Object.fromEntries(
    [...facts.controlTokens, ...facts.foreignTokens].map(({ name, text }) => [name, text]),
  );
  const channel = (name) => `${token.channel}${name}`;
  const message = (header, body, end = token.end) => `${token.start}${header}${token.message}${body}${end}`;
  const values = (path) => facts.headerKeys.find((key) => key.path === path).values;

  const call = (tool, id, body) =>
    message(
      `assistant to=${facts.functionsNamespace}.${tool} call_id=${id}${channel('commentary')}${token.constrain}json`,
      body,
      token.call,
    );
  const reply = (tool, id, body) =>
    message(
      `tool name=${facts.functionsNamespace}.${tool} call_id=${id} to=assistant${channel('commentary')}${token.constrain}json`,
      body,
    );
  const namespace = (first) =>
    lines(
      '# Tools',
      '',
      `## ${facts.functionsNamespace}`,
      '',
      `namespace ${facts.functionsNamespace} {`,
      '',
      `// ${stop(first, 'The weather in a city.')}`,
      `type ${stop(first + 1, samples.tool)} = (_: {`,
      `  ${stop(first + 2, 'city: string,')}`,
      '}) => any;',
      '',
      `} // namespace ${facts.functionsNamespace}`,
    ).join('\n');

  return {
    'Document header': {
      description: 'The YAML header that begins an OpenChatML 2.2 document.',
      body: lines(
        `version: ${values('version')[0]}`,
        `model: ${stop(1, 'gpt-oss-120b')}`,
        'generation_settings:',
        `  temperature: ${stop(2, '0.7')}`,
        `  reasoning_effort: ${choice(3, values('generation_settings.reasoning_effort'))}`,
        '',
        '$0',
      ),
    },
    'System message': {
      description: 'Ground-truth constraints, hidden from the user.',
      body: lines(`${message('system', stop(1, 'You are a helpful assistant.'))}$0`),
    },
    'Developer message': {
      description: 'Instructions and the declarations of tools, hidden from the user.',
      body: lines(`${message('developer', `# Instructions\n\n${stop(1, 'Answer briefly.')}\n\n${namespace(2)}`)}$0`),
    },
    'User message': {
      description: 'A message from the user.',
      body: lines(`${message('user', stop(1, 'Hello'))}$0`),
    },
    'Assistant, analysis': {
      description: 'Private reasoning, never shown to the user.',
      body: lines(`${message(`assistant${channel('analysis')}`, stop(1, 'The user wants …'))}$0`),
    },
    'Assistant, commentary': {
      description: 'A plan or a note that the user does not see.',
      body: lines(`${message(`assistant${channel('commentary')}`, stop(1, 'Two steps: …'))}$0`),
    },
    'Assistant, final': {
      description: 'The answer that the user sees.',
      body: lines(`${message(`assistant${channel('final')}`, stop(1, 'Hello! How can I help?'))}$0`),
    },
    'Assistant, final, end of sampling': {
      description: 'The answer that the user sees, as the model ends it.',
      body: lines(`${message(`assistant${channel('final')}`, stop(1, 'Hello! How can I help?'), token.return)}$0`),
    },
    Preamble: {
      description: 'Commentary that the user sees: a plan before tools are called.',
      body: lines(
        `${message(`assistant intent=preamble${channel('commentary')}`, stop(1, '**Plan:** look it up, then answer.'))}$0`,
      ),
    },
    'Tool call': {
      description: 'A tool call alone.',
      body: lines(`${call(stop(1, samples.tool), stop(2, 'c1'), stop(3, samples.arguments))}$0`),
    },
    'Tool reply': {
      description: "A tool's reply alone, to be put after its call.",
      body: lines(`${reply(stop(1, samples.tool), stop(2, 'c1'), stop(3, samples.result))}$0`),
    },
    'Tool turn': {
      description: 'A tool call and its reply, linked by call_id.',
      body: lines(
        call(stop(1, samples.tool), stop(2, 'c1'), stop(3, samples.arguments)),
        `${reply(stop(1, samples.tool), stop(2, 'c1'), stop(4, samples.result))}$0`,
      ),
    },
    'Parallel tool calls': {
      description: 'Two tool calls at once and their replies, each pair linked by its call_id.',
      body: lines(
        call(stop(1, samples.tool), stop(2, 'c1'), stop(3, samples.arguments)),
        call(stop(4, 'get_time'), stop(5, 'c2'), stop(6, samples.arguments)),
        reply(stop(1, samples.tool), stop(2, 'c1'), stop(7, samples.result)),
        `${reply(stop(4, 'get_time'), stop(5, 'c2'), stop(8, '{"ok": true, "content": {"time": "12:30"}, "error": null}'))}$0`,
      ),
    },
    'Literal block': {
      description: 'Text in a body in which control tokens are text.',
      body: lines(`${token.literal}${stop(1, `${token.start}user${token.message}`)}${token.endliteral}$0`),
    },
    'Harmony system message': {
      description: 'The system message that gpt-oss models are trained on.',
      body: lines(
        `${message(
          'system',
          lines(
            stop(1, 'You are a helpful assistant.'),
            `Knowledge cutoff: ${stop(2, '2024-06')}`,
            'Current date: $CURRENT_YEAR-$CURRENT_MONTH-$CURRENT_DATE',
            '',
            `Reasoning: ${choice(3, ['medium', 'low', 'high'])}`,
            '',
            `${facts.validChannelsLine} ${facts.channels.map(({ name }) => name).join(', ')}. Channel must be included for every message.`,
          ).join('\n'),
        )}$0`,
      ),
    },
    'Harmony developer message': {
      description: 'The developer message that gpt-oss models are trained on: instructions, then tools.',
      body: lines(`${message('developer', `# Instructions\n\n${stop(1, 'Answer briefly.')}\n\n${namespace(2)}`)}$0`),
    },
    'Harmony tool turn': {
      description: 'A tool call and its reply as gpt-oss writes them, without call_id. For documents of Harmony only.',
      body: lines(
        `${message(
          `assistant${channel('commentary')} to=${facts.functionsNamespace}.${stop(1, samples.tool)} ${token.constrain}json`,
          stop(2, samples.arguments),
          token.call,
        )}${message(`${facts.functionsNamespace}.${stop(1, samples.tool)} to=assistant${channel('commentary')}`, stop(3, '{"temperature": 20}'))}$0`,
      ),
    },
    'ChatML message': {
      description: 'A message of ChatML or OpenChatML 0.1.',
      body: lines(
        `${token.im_start}${choice(1, ['user', 'assistant', 'system', 'tool'])}`,
        `${stop(2, 'Hello')}${token.im_end}$0`,
      ),
    },
    ...Object.fromEntries(tokenFrames(facts).map((family) => [`${family.name} message`, framedMessage(family)])),
  };
}

/** Returns the snippets for JSON, which are ChatML on the wire with one message per line. */
export function jsonSnippets({ wireTokens }) {
  const [start, message, end] = wireTokens.map(({ name }) => JSON.stringify({ token: name }).replace(':', ': '));
  const say = (role, ...text) => [start, JSON.stringify(role), message, ...text].join(', ');
  const messageLine = (role, text) => `  ${say(role, `"${text}"`)}, ${end},`;
  return {
    'ChatML, few-shot': {
      description:
        'ChatML on the wire with examples: instructions, an example, the question, and the answer to generate.',
      body: [
        '[',
        messageLine('system', stop(1, 'Translate to French.')),
        messageLine('system:example_user', stop(2, 'Good morning')),
        messageLine('system:example_assistant', stop(3, 'Bonjour')),
        messageLine('user', stop(4, '{{user input here}}')),
        `  ${say('assistant')}`,
        ']$0',
      ],
    },
  };
}
