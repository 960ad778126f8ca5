/**
 * Requests and rows based on the published examples of each API or trainer, with the newest fields of its schema. All of them are valid.
 */
import type { MessageProfile } from '../../server/src/grammar/index.ts';

type Json = Record<string, unknown>;
type Example = readonly [what: string, document: unknown];

const message = (role: string, content: unknown, more: Json = {}) => ({ role, content, ...more });
const user = (content: unknown) => message('user', content);
const answer = (content: unknown) => message('assistant', content);
const parameters = {
  type: 'object',
  properties: { location: { type: 'string' }, unit: { type: 'string', enum: ['c', 'f'] } },
  required: ['location'],
};
const weather = { type: 'function', function: { name: 'get_weather', description: 'Weather.', parameters } };
const call = (id: string) => ({
  id,
  type: 'function',
  function: { name: 'get_weather', arguments: '{"location":"Paris"}' },
});
const reply = (id: string, content: unknown = '18') => message('tool', content, { tool_call_id: id });
const image = (detail?: string) => ({
  type: 'image_url',
  image_url: { url: 'https://example.com/a.png', ...(detail && { detail }) },
});
const part = (text: string, more: Json = {}) => ({ type: 'text', text, ...more });
const strict = { ...parameters, required: ['location', 'unit'], additionalProperties: false };

const ask = (more: Json, messages: unknown[] = [user('Hello!')]): Json => ({ model: 'gpt-5', messages, ...more });

export const openAiExamples: readonly Example[] = [
  ['the first example', ask({}, [message('developer', 'You are a helpful assistant.'), user('Hello!')])],
  [
    'a system message and a name',
    ask({}, [message('system', 'Be brief.'), message('user', 'Hi', { name: 'example_user' })]),
  ],
  ['an image', ask({ max_tokens: 300 }, [user([part('What is in this image?'), image()])])],
  ['images with detail', ask({}, [user([image('high'), image('low'), image('auto'), part('Compare.')])])],
  [
    'audio in',
    ask({ model: 'gpt-4o-audio-preview' }, [
      user([part('Say it.'), { type: 'input_audio', input_audio: { data: 'QUJD', format: 'wav' } }]),
    ]),
  ],
  ['audio out', ask({ modalities: ['text', 'audio'], audio: { voice: 'alloy', format: 'wav' } })],
  [
    "a voice of one's own",
    ask({ modalities: ['text', 'audio'], audio: { voice: { id: 'voice_1' }, format: 'pcm16' } }),
  ],
  [
    'audio of an earlier answer',
    ask({}, [user('Hi'), message('assistant', null, { audio: { id: 'audio_abc' } }), user('And?')]),
  ],
  [
    'a file',
    ask({}, [
      user([
        { type: 'file', file: { file_id: 'file-1' } },
        { type: 'file', file: { filename: 'a.pdf', file_data: 'data:,x' } },
        part('Sum up.'),
      ]),
    ]),
  ],
  ['tools', ask({ tools: [weather], tool_choice: 'auto' })],
  ['a forced tool', ask({ tools: [weather], tool_choice: { type: 'function', function: { name: 'get_weather' } } })],
  [
    'parallel calls',
    ask({ tools: [weather], parallel_tool_calls: true }, [
      user('?'),
      message('assistant', null, { tool_calls: [call('call_1'), call('call_2')] }),
      reply('call_2'),
      reply('call_1', [part('18')]),
    ]),
  ],
  [
    'calls without content',
    ask({ tools: [weather] }, [user('?'), { role: 'assistant', tool_calls: [call('call_1')] }, reply('call_1')]),
  ],
  [
    'calls as the API answers them',
    ask({ tools: [weather] }, [
      user('?'),
      { role: 'assistant', content: null, refusal: null, annotations: [], tool_calls: [call('call_1')] },
      reply('call_1'),
    ]),
  ],
  [
    'a custom tool',
    ask({
      tools: [
        {
          type: 'custom',
          custom: {
            name: 'sql',
            description: 'SQL.',
            format: { type: 'grammar', grammar: { syntax: 'lark', definition: 'start: "a"' } },
          },
        },
      ],
      tool_choice: { type: 'custom', custom: { name: 'sql' } },
    }),
  ],
  [
    'allowed tools',
    ask({
      tools: [weather],
      tool_choice: {
        type: 'allowed_tools',
        allowed_tools: { mode: 'auto', tools: [{ type: 'function', function: { name: 'get_weather' } }] },
      },
    }),
  ],
  [
    'a long description of a tool',
    ask({ tools: [{ type: 'function', function: { name: 'f', description: 'long '.repeat(2000) } }] }),
  ],
  ['strict tools', ask({ tools: [{ type: 'function', function: { name: 'f', parameters: strict, strict: true } }] })],
  ['a tool without parameters', ask({ tools: [{ type: 'function', function: { name: 'now' } }] })],
  [
    'structured outputs',
    ask({ response_format: { type: 'json_schema', json_schema: { name: 'math', schema: strict, strict: true } } }),
  ],
  [
    'a schema as a wish',
    ask({
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'list', schema: { type: 'object', properties: { a: { type: 'array' } } } },
      },
    }),
  ],
  [
    'a schema with references',
    ask({
      response_format: {
        type: 'json_schema',
        json_schema: {
          name: 'ui',
          strict: true,
          schema: {
            type: 'object',
            properties: { next: { anyOf: [{ $ref: '#/$defs/step' }, { type: 'null' }] } },
            required: ['next'],
            additionalProperties: false,
            $defs: {
              step: {
                type: 'object',
                properties: { n: { type: ['string', 'null'] } },
                required: ['n'],
                additionalProperties: false,
              },
            },
          },
        },
      },
    }),
  ],
  ['JSON mode', ask({ response_format: { type: 'json_object' } }, [message('system', 'Answer in JSON.'), user('Hi')])],
  ['a stream', ask({ stream: true, stream_options: { include_usage: true, include_obfuscation: false } })],
  ['a prediction', ask({ prediction: { type: 'content', content: 'class User {}' } })],
  ['a prediction of parts', ask({ prediction: { type: 'content', content: [part('a')] } })],
  ['probabilities', ask({ logprobs: true, top_logprobs: 2 })],
  ['no probabilities', ask({ logprobs: false, top_logprobs: 0 })],
  ...['none', 'minimal', 'low', 'xhigh', 'max'].map(
    (effort): Example => [
      `the effort ${effort}`,
      ask({ reasoning_effort: effort, verbosity: 'low', max_completion_tokens: 500 }),
    ],
  ),
  [
    'a search',
    ask({
      web_search_options: {
        user_location: { type: 'approximate', approximate: { country: 'GB', city: 'London' } },
        search_context_size: 'low',
      },
    }),
  ],
  [
    'what is stored',
    ask({
      store: true,
      metadata: { topic: 'x' },
      user: 'u-1',
      safety_identifier: 'h',
      prompt_cache_key: 'k',
      prompt_cache_retention: '24h',
      service_tier: 'flex',
    }),
  ],
  [
    'newer members',
    ask(
      {
        service_tier: 'fast',
        prompt_cache_key: null,
        safety_identifier: null,
        prompt_cache_options: { mode: 'explicit', ttl: '30m' },
        moderation: { model: 'omni' },
      },
      [
        message('system', [part('Rules', { prompt_cache_breakpoint: { mode: 'explicit' } })]),
        user([{ ...image(), prompt_cache_breakpoint: { mode: 'explicit' } }]),
      ],
    ),
  ],
  [
    'members that do not exist yet',
    ask({
      max_tool_calls: 4,
      background_mode: true,
      context_management: [{ type: 'compaction' }],
      stream: true,
      stream_options: { include_timings: true },
    }),
  ],
  [
    'sampling',
    ask({
      temperature: 2,
      top_p: 0,
      n: 2,
      seed: -7,
      stop: ['a', 'b', 'c', 'd'],
      frequency_penalty: -2,
      presence_penalty: 2,
      logit_bias: { '50256': -100 },
    }),
  ],
  [
    'functions',
    ask({ functions: [{ name: 'f', parameters }], function_call: { name: 'f' } }, [
      user('?'),
      message('assistant', null, { function_call: { name: 'f', arguments: '{"location":"Paris"}' } }),
      message('function', '1', { name: 'f' }),
    ]),
  ],
  ['a refusal', ask({}, [user('?'), message('assistant', [{ type: 'refusal', refusal: 'No.' }]), user('Why?')])],
  [
    'a row of a batch',
    { custom_id: 'request-1', method: 'POST', url: '/v1/chat/completions', body: ask({ max_tokens: 1000 }) },
  ],
];

/** Rows, each of which is one line of a JSON Lines file. */
export const openAiRowExamples: readonly Example[] = [
  [
    'a row with weights',
    {
      messages: [
        user('a'),
        message('assistant', 'b', { weight: 0 }),
        user('c'),
        message('assistant', 'd', { weight: 1 }),
      ],
    },
  ],
  [
    'a row with a call',
    {
      messages: [user('?'), { role: 'assistant', tool_calls: [call('call_id')] }],
      parallel_tool_calls: false,
      tools: [weather],
    },
  ],
  ['a row with an image', { messages: [message('system', 'Name it.'), user([image()]), answer('A cat')] }],
  [
    'a pair',
    {
      input: { messages: [user('Hello')], tools: [], parallel_tool_calls: true },
      preferred_output: [answer('Hi.')],
      non_preferred_output: [answer('Hey.')],
    },
  ],
  ['a row for a grader', { messages: [message('developer', 'Be exact.'), user('3 + 4?')], reference_answer: '7' }],
];

const claude = (more: Json, messages: unknown[] = [user('Hello, Claude')]): Json => ({
  model: 'claude-sonnet-4-5',
  max_tokens: 1024,
  messages,
  ...more,
});
const cached = { cache_control: { type: 'ephemeral' } };
const use = (id = 'toolu_1', more: Json = {}) => ({
  type: 'tool_use',
  id,
  name: 'get_weather',
  input: { location: 'Paris' },
  ...more,
});
const result = (content: unknown, more: Json = {}) => ({
  type: 'tool_result',
  tool_use_id: 'toolu_1',
  content,
  ...more,
});
const thought = { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' };
const claudeTool = { name: 'get_weather', description: 'Weather.', input_schema: parameters };
const png = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'QUJD' } };
const calling = (blocks: unknown[], results: unknown[], more: Json = {}) =>
  claude({ tools: [claudeTool], ...more }, [user('?'), message('assistant', blocks), user(results)]);

export const anthropicExamples: readonly Example[] = [
  ['the first example', claude({})],
  ['an answer to continue', claude({}, [user('Sun? (A) Sol (B) Helios'), answer('The best answer is (')])],
  ['a system text of blocks', claude({ system: [part('You read books.'), part('<book>', cached)] })],
  [
    'a cache for an hour',
    claude({
      system: [part('x', { cache_control: { type: 'ephemeral', ttl: '1h' } })],
      tools: [{ ...claudeTool, ...cached }],
      cache_control: { type: 'ephemeral' },
    }),
  ],
  ['a choice without tools that forces nothing', claude({ tool_choice: { type: 'auto' } })],
  ['parameters of null', claude({ metadata: null, stop_sequences: null, top_k: -1 })],
  ['a cache that is filled', claude({ max_tokens: 0 })],
  [
    'images',
    claude({}, [
      user([
        png,
        { type: 'image', source: { type: 'url', url: 'https://example.com/a.jpg' }, ...cached },
        { type: 'image', source: { type: 'file', file_id: 'file_1' }, transformations: {} },
        part('Compare.'),
      ]),
    ]),
  ],
  [
    'documents',
    claude({}, [
      user([
        {
          type: 'document',
          source: { type: 'base64', media_type: 'application/pdf', data: 'QUJD' },
          title: 'T',
          context: 'C',
          citations: { enabled: true },
        },
        { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'x' } },
        { type: 'document', source: { type: 'content', content: [part('a')] } },
        { type: 'document', source: { type: 'url', url: 'https://example.com/a.pdf' } },
        part('Sum up.'),
      ]),
    ]),
  ],
  [
    'search results',
    claude({}, [
      user([
        { type: 'search_result', source: 'https://a', title: 'A', content: [part('x')], citations: { enabled: true } },
        part('?'),
      ]),
    ]),
  ],
  [
    'a tool',
    claude({
      tools: [claudeTool],
      tool_choice: { type: 'tool', name: 'get_weather', disable_parallel_tool_use: true },
    }),
  ],
  [
    'newer members of a tool',
    claude({
      tools: [
        {
          type: 'custom',
          ...claudeTool,
          strict: true,
          defer_loading: false,
          eager_input_streaming: null,
          input_examples: [{ location: 'x' }],
          allowed_callers: ['direct'],
          shelf: 1,
        },
      ],
    }),
  ],
  ['a result with images', calling([part('I look.'), use()], [result([part('Here'), png])])],
  [
    'a result without content',
    calling([use()], [{ type: 'tool_result', tool_use_id: 'toolu_1', is_error: true }, part('Go on.')]),
  ],
  [
    'references and documents as a result',
    calling(
      [use()],
      [
        result(
          [
            { type: 'tool_reference', tool_name: 'x' },
            { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'x' } },
            { type: 'browser_state', url: 'https://a' },
          ],
          { toolset_name: null, ...cached },
        ),
      ],
    ),
  ],
  ['parallel calls', calling([use(), use('toolu_2')], [{ ...result('1'), tool_use_id: 'toolu_2' }, result('2')])],
  ['a caller', calling([use('toolu_1', { caller: { type: 'direct' }, toolset_name: 'browser' })], [result('1')])],
  [
    'thinking',
    calling([thought, part('I look.'), use()], [result('1')], {
      max_tokens: 16000,
      thinking: { type: 'enabled', budget_tokens: 10000, display: 'omitted' },
    }),
  ],
  [
    'hidden thinking',
    calling([{ type: 'redacted_thinking', data: 'x' }, use()], [result('1')], {
      max_tokens: 16000,
      thinking: { type: 'enabled', budget_tokens: 10000 },
    }),
  ],
  [
    'thinking between calls, with a budget above the limit',
    calling([thought, use()], [result('1')], { thinking: { type: 'enabled', budget_tokens: 4096 } }),
  ],
  [
    'adaptive thinking',
    claude({ thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'max' } }),
  ],
  ['thinking between tools', claude({ thinking: { type: 'between_tools' } })],
  [
    'a thought and its answer in two messages',
    claude({}, [user('?'), message('assistant', [thought]), answer('7'), user('And?')]),
  ],
  [
    'tools of the server',
    claude({
      tools: [
        { type: 'web_search_20250305', name: 'web_search', max_uses: 5, allowed_domains: ['a.com'] },
        { type: 'code_execution_20260521', name: 'code_execution' },
        { type: 'bash_20250124', name: 'bash' },
        { type: 'mcp_toolset', mcp_server_name: 'x' },
        { type: 'new_kind_of_tool', name: 'n' },
      ],
      mcp_servers: [{ type: 'url', url: 'https://a', name: 'x' }],
    }),
  ],
  [
    'what the server did',
    claude({}, [
      user('?'),
      message('assistant', [
        { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } },
        { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
        part('It is.', {
          citations: [
            { type: 'web_search_result_location', url: 'https://a', title: 'A', encrypted_index: 'x', cited_text: 'y' },
          ],
        }),
      ]),
      user('And?'),
    ]),
  ],
  [
    'instructions on the way',
    claude({}, [user('Hi'), answer('Hello'), user('?'), message('system', 'Be brief.', { clear_at: 'never' })]),
  ],
  ['newer blocks', claude({}, [user([{ type: 'container_upload', file_id: 'f' }, part('?')])])],
  [
    'newer parameters',
    claude({
      diagnostics: {},
      user_profile_id: 'p',
      workspace_id: 'w',
      inference_geo: 'eu',
      fallbacks: [],
      compaction: {},
      speed: 'fast',
      container: 'c',
      context_management: { edits: [] },
      service_tier: 'standard_only',
      parameter_of_tomorrow: 1,
    }),
  ],
  ['a long id of a user', claude({ metadata: { user_id: 'x'.repeat(400) } })],
  ['sampling', claude({ temperature: 0, top_k: 0, top_p: 1, stop_sequences: ['\n\nHuman:'], stream: true })],
  ['a row of a batch', { custom_id: 'r1', params: claude({}) }],
];

const vllm = (more: Json, messages: unknown[] = [user('Hi')]): Json => ({ model: 'Qwen/Qwen3-8B', messages, ...more });

export const vllmExamples: readonly Example[] = [
  [
    'sampling',
    vllm({
      temperature: 0,
      top_p: 0.9,
      top_k: -1,
      min_p: 0,
      repetition_penalty: 1.1,
      min_tokens: 0,
      seed: 1,
      stop: ['x'],
    }),
  ],
  [
    'a template',
    vllm(
      { chat_template_kwargs: { enable_thinking: false }, add_generation_prompt: false, continue_final_message: true },
      [user('Hi'), answer('He')],
    ),
  ],
  [
    'structured outputs',
    vllm({
      structured_outputs: { choice: ['a', 'b'] },
      response_format: { type: 'structural_tag', structures: [], triggers: [] },
    }),
  ],
  [
    'reasoning',
    vllm({ reasoning_effort: 'max', include_reasoning: true }, [
      user('?'),
      message('assistant', '7', { reasoning_content: 'Hm.' }),
      user('?'),
    ]),
  ],
  [
    'newer parameters',
    vllm({
      session_id: 's',
      truncation_side: 'left',
      watermarking: true,
      stream_interval: 2,
      logprobs: true,
      logprob_token_ids: [1],
      parameter_of_tomorrow: 1,
    }),
  ],
  [
    'media',
    vllm({}, [
      user([
        image(),
        { type: 'video_url', video_url: { url: 'x' } },
        { type: 'audio_url', audio_url: { url: 'x' } },
        part('?'),
      ]),
    ]),
  ],
  [
    'tools',
    vllm({ tools: [weather], tool_choice: 'required' }, [
      user('?'),
      message('assistant', null, { tool_calls: [call('1')] }),
      reply('1'),
    ]),
  ],
  ['no choice', vllm({ tool_choice: 'none' })],
];

const row = (...messages: unknown[]) => ({ messages });

/** Rows from the trainers' documentation. */
export const trainerExamples: Readonly<Partial<Record<MessageProfile, readonly Example[]>>> = {
  trl: [
    ['messages', row(user('What color is the sky?'), answer('It is blue.'))],
    ['a prompt', { prompt: 'The sky is' }],
    ['a prompt of messages', { prompt: [user('What color is the sky?')] }],
    ['a prompt and its completion', { prompt: 'The sky is', completion: ' blue.' }],
    ['both of messages', { prompt: [user('?')], completion: [answer('It is blue.')] }],
    ['a pair', { prompt: [user('?')], chosen: [answer('It is blue.')], rejected: [answer('It is green.')] }],
    ['a pair without a prompt', { chosen: [user('?'), answer('Blue.')], rejected: [user('?'), answer('Green.')] }],
    ['an answer and its label', { prompt: [user('?')], completion: [answer('Green.')], label: false }],
    ['steps', { prompt: 'Which is larger?', completions: ['The first.', 'So 9.8.'], labels: [true, false] }],
    [
      'tools',
      {
        ...row(
          user('?'),
          {
            role: 'assistant',
            tool_calls: [{ type: 'function', function: { name: 'get_weather', arguments: { location: 'x' } } }],
          },
          { role: 'tool', name: 'get_weather', content: '1' },
          answer('1'),
        ),
        tools: [weather],
      },
    ],
    [
      'ShareGPT with the words of chat APIs',
      {
        conversations: [
          { from: 'user', value: 'a' },
          { from: 'assistant', value: 'b' },
        ],
      },
    ],
  ],
  axolotl: [
    ['messages', row(message('system', 'x'), user('a'), answer('b'))],
    ['names of ShareGPT', row(message('human', 'a'), message('gpt', 'b'))],
    [
      'tools',
      {
        ...row(user('?'), message('assistant', '', { tool_calls: [call('1')] }), message('tool', '1'), answer('1')),
        tools: [weather],
      },
    ],
    ['alpaca', { instruction: 'a', input: '', output: 'b' }],
  ],
  'llama-factory': [
    ['alpaca', { instruction: 'a', input: 'b', output: 'c', system: 's', history: [['d', 'e']] }],
    [
      'ShareGPT',
      {
        conversations: [
          { from: 'human', value: 'a' },
          { from: 'function_call', value: '{"name":"f","arguments":{}}' },
          { from: 'observation', value: 'r' },
          { from: 'gpt', value: 'b' },
        ],
        system: 's',
        tools: '[]',
      },
    ],
    [
      'a pair of ShareGPT',
      {
        conversations: [{ from: 'human', value: 'a' }],
        chosen: { from: 'gpt', value: 'b' },
        rejected: { from: 'gpt', value: 'c' },
      },
    ],
    ['a pair of alpaca', { instruction: 'a', input: '', chosen: 'b', rejected: 'c' }],
    [
      'an answer and its label',
      {
        conversations: [
          { from: 'human', value: 'a' },
          { from: 'gpt', value: 'b' },
        ],
        kto_tag: true,
      },
    ],
    ['messages', row(message('system', 's'), user('a'), answer('b'), user('c'), answer('d'))],
    ['an image', { ...row(user('<image>Who?'), answer('Kane')), images: ['a.jpg'] }],
  ],
  unsloth: [
    ['messages', row(message('system', 's'), user('a'), answer('b'), user('c'), answer('d'))],
    [
      'ShareGPT',
      {
        conversations: [
          { from: 'human', value: 'a' },
          { from: 'gpt', value: 'b' },
        ],
      },
    ],
    ['alpaca', { instruction: 'a', input: '', output: 'b' }],
  ],
};
