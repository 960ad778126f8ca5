/** Public formats of exports, of other APIs, of comparisons and of tests. */
import { assistant, exported, type Format, hub, role, turns, user } from './format.ts';

export const exportedFormats: readonly Format[] = [
  {
    what: 'tau2, a run',
    source: 'https://github.com/sierra-research/tau2-bench',
    shape: 'messages',
    rows: [
      {
        simulations: [
          {
            id: 's',
            messages: [
              { role: 'user', content: '«Ask»', tool_calls: null, turn_idx: 0 },
              {
                role: 'assistant',
                content: null,
                tool_calls: [{ id: 'c1', name: 'add', arguments: { a: '«three»' }, requestor: 'assistant' }],
                turn_idx: 1,
              },
              { id: 'c1', role: 'tool', content: '«seven»', requestor: 'assistant', error: false, turn_idx: 2 },
              { role: 'assistant', content: '«Answer»', tool_calls: null, turn_idx: 3 },
            ],
          },
        ],
      },
    ],
    faulty: [{ simulations: [{ messages: [{ role: 'usr', content: 'Ask', turn_idx: 0 }] }] }, role],
  },
  {
    what: 'two answers of which none is named as the better one',
    source: hub('nvidia/HelpSteer3'),
    shape: 'prompt-completion',
    rows: [
      { context: [user('«Ask»')], response1: '«One»', response2: '«Two»', overall_preference: -2 },
      { prompt: '«Ask»', response_0: '«One»', response_1: '«Two»', better_response_id: 0 },
      { instruction: '«Ask»', output_1: '«One»', output_2: '«Two»', preference: 1 },
      { history: '«Ask»', human_ref_A: '«One»', human_ref_B: '«Two»', labels: 0 },
    ],
    faulty: [{ context: [{ role: 'usr', content: 'Ask' }], response1: 'One', response2: 'Two' }, role],
  },
  {
    what: 'two conversations',
    source: hub('lmsys/chatbot_arena_conversations'),
    shape: 'messages',
    rows: [{ winner: 'model_b', conversation_a: turns, conversation_b: turns.with(1, assistant('«No»')), turn: 1 }],
    faulty: [{ conversation_a: turns, conversation_b: [user('Ask'), { role: 'asistant', content: 'No' }] }, role],
  },
  {
    what: 'an export of ChatGPT',
    source: 'https://help.openai.com/en/articles/7260999-how-do-i-export-my-chatgpt-history-and-data',
    shape: 'messages',
    rows: [
      {
        title: 'T',
        mapping: {
          r: { id: 'r', message: null, parent: null, children: ['s'] },
          s: exported('s', 'r', ['a'], { role: 'system' }, { content_type: 'text', parts: [''] }),
          a: exported('a', 's', ['t', 'o'], { role: 'user' }, { content_type: 'text', parts: ['«Ask»'] }),
          o: exported('o', 'a', [], { role: 'assistant' }, { content_type: 'text', parts: ['«Older»'] }),
          t: exported(...(['t', 'a', ['c'], { role: 'assistant' }] as const), {
            content_type: 'thoughts',
            thoughts: [{ summary: '«sum»', content: '«think»' }],
          }),
          c: exported('c', 't', ['d'], { role: 'assistant' }, { content_type: 'code', text: '«code»' }, 'python'),
          d: exported(
            'd',
            'c',
            ['e'],
            { role: 'tool', name: 'python' },
            { content_type: 'execution_output', text: '«7»' },
          ),
          e: exported('e', 'd', [], { role: 'assistant' }, { content_type: 'text', parts: ['«Answer»'] }),
        },
        current_node: 'e',
      },
    ],
    faulty: [
      { mapping: { a: exported('a', '', [], { role: 'usr' }, { content_type: 'text', parts: ['Ask'] }) } },
      role,
    ],
  },
  {
    what: "Ollama's answer",
    source: 'https://github.com/ollama/ollama/blob/main/docs/api.md',
    shape: 'chat-completion',
    rows: [{ model: 'm', created_at: 't', message: assistant('«Answer»'), done: true, done_reason: 'stop' }],
  },
  {
    what: "LangChain's messages",
    source: 'https://python.langchain.com/api_reference/core/messages.html',
    shape: 'messages',
    rows: [
      [
        { type: 'human', data: { content: '«Ask»', additional_kwargs: {}, type: 'human', example: false } },
        { type: 'ai', data: { content: '«Answer»', type: 'ai', tool_calls: [], additional_kwargs: { note: '«why»' } } },
      ],
      {
        messages: [
          { type: 'human', content: '«Ask»', additional_kwargs: {}, id: 'x' },
          { type: 'ai', content: '', tool_calls: [{ name: 'f', args: { a: '«arg»' }, id: 'c', type: 'tool_call' }] },
          { type: 'tool', content: '«result»', tool_call_id: 'c', name: 'f' },
          { type: 'ai', content: '«Answer»' },
        ],
      },
      [
        { lc: 1, type: 'constructor', id: ['HumanMessage'], kwargs: { content: '«Ask»', type: 'human' } },
        { lc: 1, type: 'constructor', id: ['AIMessage'], kwargs: { content: '«Answer»', type: 'ai' } },
      ],
    ],
    faulty: [
      [
        { type: 'human', content: 'Ask' },
        { type: 'tool', content: 'result' },
      ],
      role,
    ],
  },
  {
    what: "Cohere's words",
    source: 'https://docs.cohere.com/v1/reference/chat',
    shape: 'messages',
    rows: [
      {
        messages: [
          { role: 'System', content: '«Rules»' },
          { role: 'User', content: '«Ask»' },
          { role: 'Chatbot', content: '«Answer»' },
        ],
      },
      {
        chat_history: [
          { role: 'USER', message: '«Ask»' },
          { role: 'CHATBOT', message: '«Answer»' },
        ],
        message: '«More»',
        preamble: '«Rules»',
      },
    ],
    faulty: [
      {
        chat_history: [
          { role: 'USER', message: 'Ask' },
          { role: 'CHATBOTT', message: 'Answer' },
        ],
      },
      role,
    ],
  },
  {
    what: 'questions of tests',
    source: hub('cais/mmlu'),
    shape: 'prompt-completion',
    rows: [
      { question: '«Ask»', subject: 'algebra', choices: ['«One»', '«Two»'], answer: 1 },
      { question: '«Ask»', choices: { text: ['«One»'], label: ['A'] }, answerKey: 'A' },
      { question: '«Ask»', answer: 72 },
      { Problem: '«Ask»', Solution: '«Answer»', Answer: 73 },
    ],
  },
  {
    what: 'pairs under an instruction',
    source: hub('BAAI/COIG'),
    shape: 'prompt-completion',
    rows: [{ instruction: '', conversations: [{ question: '«Ask»', answer: '«Answer»' }] }],
  },
];
