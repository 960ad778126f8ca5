/**
 * Files as people have them, made up after public formats, each with its source: recognised, nothing wrong with them, every text kept or
 * its loss said, and a fault found where there is one.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { convertJson } from '../../server/src/convert/index.ts';
import { createChecker, openDocument } from '../../server/src/documents/document.ts';
import type { JsonDocument } from '../../server/src/syntax/json/document.ts';
import { usual } from '../support/convert.ts';

const user = (text: string) => ({ role: 'user', content: text });
const assistant = (text: string) => ({ role: 'assistant', content: text });
const turns = [user('«Ask»'), assistant('«Answer»')];
const shared = [
  { from: 'human', value: '«Ask»' },
  { from: 'gpt', value: '«Answer»' },
];
const acted = [
  { id: 0, source: 'user', message: 'Fix it', action: 'message', args: { content: '«Fix»', image_urls: null } },
  {
    id: 1,
    source: 'agent',
    message: 'Running',
    action: 'run',
    args: { command: '«ls»', thought: '«look»' },
    tool_call_metadata: { function_name: 'execute_bash', tool_call_id: 't1' },
  },
  { id: 2, source: 'agent', cause: 1, observation: 'run', content: '«files»', extras: { exit_code: 0 } },
  { id: 3, source: 'environment', observation: 'agent_state_changed', content: '', extras: {} },
  { id: 4, source: 'agent', action: 'finish', args: { final_thought: '«Done»' } },
];
const call = { id: 'c1', type: 'function', function: { name: 'add', arguments: '{"a":"«three»"}' } };
const calling = { role: 'assistant', content: null, tool_calls: [call], function_call: null, refusal: null };
const replied = { role: 'tool', tool_call_id: 'c1', name: 'add', content: '«seven»' };
const tree = (role: string) => ({
  message_tree_id: 'a',
  prompt: {
    message_id: 'a',
    text: '«Ask»',
    role,
    lang: 'en',
    replies: [{ message_id: 'b', parent_id: 'a', text: '«Answer»', role: 'assistant', lang: 'en', replies: [] }],
  },
});
const flat = (role: string) => ({ message_id: 'a', parent_id: null, text: '«Ask»', role, message_tree_id: 'a' });
const dialogue = '\n\nHuman: «Ask»\n\nAssistant: «Answer»';

/** A message of the tree in an export of ChatGPT. */
const exported = (
  id: string,
  parent: string,
  children: readonly string[],
  author: object,
  content: object,
  recipient = 'all',
) => ({
  ...{ id, parent, children },
  message: { id, author, content, recipient, weight: 1 },
});

interface Format {
  readonly what: string;
  /** Where the format is published. */
  readonly source: string;
  readonly shape: string;
  /** Rows in which the texts that must be kept are in `«»`. */
  readonly rows: readonly unknown[];
  /** A row with a fault, and the code of that. */
  readonly faulty?: readonly [row: unknown, code: string];
}

const role = 'template-role-unknown';
const shape = 'template-shape';
const hub = (name: string) => `https://huggingface.co/datasets/${name}`;

const formats: readonly Format[] = [
  {
    what: 'OpenHands, a session',
    source: 'https://github.com/All-Hands-AI/OpenHands/blob/main/openhands/events/serialization/event.py',
    shape: 'messages',
    rows: [acted, { instance_id: 'i', history: acted, error: null }, { trajectory: acted }],
    faulty: [[{ ...acted[0], source: 'usr' }, ...acted.slice(1)], role],
  },
  {
    what: 'OpenHands, pairs of action and observation',
    source: 'https://github.com/All-Hands-AI/OpenHands/tree/main/evaluation',
    shape: 'messages',
    rows: [{ history: [[acted[0], acted[3]], acted.slice(1, 3)] }],
    faulty: [{ history: [acted.slice(1, 3), [acted[0], 7]] }, shape],
  },
  {
    what: 'OpenHands, an event a line',
    source: 'https://github.com/All-Hands-AI/OpenHands',
    shape: 'messages',
    rows: acted.filter(({ source }) => source !== 'environment'),
  },
  {
    what: 'SWE-agent',
    source: 'https://swe-agent.com/latest/usage/trajectories/',
    shape: 'messages',
    rows: [
      {
        trajectory: [{ action: 'ls', observation: 'x', response: 'y', state: '{}', thought: 'z' }],
        history: turns.map((turn) => ({ ...turn, agent: 'primary' })),
        info: { exit_status: 'submitted' },
      },
    ],
    faulty: [{ history: [{ role: 'usr', content: 'Hi', agent: 'primary' }, ...turns] }, role],
  },
  {
    what: "SWE-agent's trajectories as rows",
    source: hub('nebius/SWE-agent-trajectories'),
    shape: 'messages',
    rows: [
      {
        trajectory: [
          { role: 'system', system_prompt: '«Rules»', text: '', mask: false },
          { role: 'user', system_prompt: '', text: '«Ask»', mask: false },
          { role: 'ai', system_prompt: '', text: '«Answer»', mask: false },
        ],
        target: true,
      },
    ],
    faulty: [
      {
        trajectory: [
          { role: 'usr', text: 'Hi' },
          { role: 'ai', text: 'Hello' },
        ],
      },
      role,
    ],
  },
  {
    what: 'Inspect, samples',
    source: 'https://inspect.aisi.org.uk/eval-logs.html',
    shape: 'messages',
    rows: [
      {
        samples: [
          {
            id: 1,
            messages: [
              { ...user('«Ask»'), source: 'input' },
              {
                role: 'assistant',
                content: '',
                tool_calls: [{ id: 'c1', function: 'bash', arguments: { cmd: '«ls»' }, type: 'function' }],
              },
              { role: 'tool', tool_call_id: 'c1', function: 'bash', content: '«files»' },
              { ...assistant('«Answer»'), source: 'generate' },
            ],
          },
        ],
      },
    ],
    faulty: [{ samples: [{ messages: [{ role: 'usr', content: 'Hi' }, ...turns] }] }, role],
  },
  {
    what: 'tau-bench',
    source: 'https://github.com/sierra-research/tau-bench/tree/main/historical_trajectories',
    shape: 'messages',
    rows: [{ task_id: 0, reward: 1, traj: [user('«Ask»'), calling, replied, assistant('«Answer»')], trial: 0 }],
    faulty: [
      { traj: [user('Ask'), { ...calling, tool_calls: [{ ...call, function: { arguments: '{}' } }] }, replied] },
      'tool-name-missing',
    ],
  },
  {
    what: 'BFCL',
    source: 'https://github.com/ShishirPatil/gorilla/tree/main/berkeley-function-call-leaderboard',
    shape: 'messages',
    rows: [{ id: 'm_0', question: [[user('«Ask»')], [user('«More»')], []], involved_classes: ['A'] }],
    faulty: [{ question: [[{ role: 'usr', content: 'Hi' }], [user('More')]] }, role],
  },
  {
    what: 'OASST, trees',
    source: hub('OpenAssistant/oasst1'),
    shape: 'messages',
    rows: [tree('prompter')],
  },
  {
    what: 'OASST, flat',
    source: hub('OpenAssistant/oasst2'),
    shape: 'messages',
    rows: [
      flat('prompter'),
      [flat('prompter'), { message_id: 'b', parent_id: 'a', text: '«Answer»', role: 'assistant' }],
    ],
    faulty: [[flat('prompter'), { message_id: 'b', parent_id: 'a', text: 'Hi', role: 'asistant' }], role],
  },
  {
    what: 'questions and answers',
    source: hub('openai/gsm8k'),
    shape: 'prompt-completion',
    rows: [
      { question: '«Ask»', answer: '«Answer»' },
      { Question: '«Ask»', Answer: '«Answer»' },
      { problem: '«Ask»', answer: '«Answer»' },
    ],
    faulty: [{ question: 'Ask', answer: null }, shape],
  },
  {
    what: 'input and output',
    source: hub('nvidia/Llama-Nemotron-Post-Training-Dataset'),
    shape: 'prompt-completion',
    rows: [
      { input: '«Ask»', output: '«Answer»' },
      { input: [user('«Ask»')], output: '«Answer»', reasoning: 'on' },
    ],
    faulty: [{ input: 'Ask', output: 7 }, shape],
  },
  {
    what: 'Alpaca, with earlier turns',
    source: 'https://github.com/hiyouga/LLaMA-Factory/blob/main/data/README.md',
    shape: 'prompt-completion',
    rows: [
      { instruction: '«Ask»', input: '', output: '«Answer»', system: '', history: [['«q»', '«a»']] },
      { query: '«Ask»', response: '«Answer»', history: ['«q»', '«a»'] },
      { query: '«Ask»', response: '«Answer»', history: [user('«q»'), assistant('«a»')] },
    ],
    faulty: [{ instruction: 'Ask', input: '', output: null }, shape],
  },
  {
    what: 'pairs of lists of messages',
    source: hub('HuggingFaceH4/ultrafeedback_binarized'),
    shape: 'preference',
    rows: [{ prompt: 'Ask', chosen_messages: turns, rejected_messages: turns.with(1, assistant('«No»')) }],
    faulty: [{ chosen_messages: turns, rejected_messages: [user('«Ask»'), { role: 'asistant', content: 'No' }] }, role],
  },
  {
    what: 'pairs of answers',
    source: 'https://docs.nvidia.com/nemo-framework/user-guide/latest/modelalignment/dpo.html',
    shape: 'preference',
    rows: [{ prompt: '«Ask»', chosen_response: '«Yes»', rejected_response: '«No»' }],
    faulty: [{ prompt: 'Ask', chosen_response: 'Yes', rejected_response: null }, shape],
  },
  {
    what: 'StackExchange pairs',
    source: hub('lvwerra/stack-exchange-paired'),
    shape: 'preference',
    rows: [{ qid: 1, question: '«Ask»', response_j: '«Yes»', response_k: '«No»' }],
    faulty: [{ question: 'Ask', response_j: 'Yes', response_k: 3 }, shape],
  },
  {
    what: 'completions of several models',
    source: hub('openbmb/UltraFeedback'),
    shape: 'prompt-completion',
    rows: [
      {
        instruction: '«Ask»',
        models: ['a', 'b'],
        completions: [
          { model: 'a', response: '«One»', critique: '«c»' },
          { model: 'b', response: '«Two»' },
        ],
      },
      { prompt: '«Ask»', completions: ['«One»', '«Two»'] },
    ],
    faulty: [{ instruction: 'Ask', completions: [{ model: 'a', response: 'One' }, { model: 'b' }] }, shape],
  },
  {
    what: 'steps of an answer',
    source: 'https://huggingface.co/docs/trl/dataset_formats#stepwise-supervision',
    shape: 'prompt-completion',
    rows: [{ prompt: '«Ask»', completions: ['«One»', '«Two»'], labels: [true, false] }],
  },
  {
    what: 'turns in pairs, and instructions',
    source: 'https://xtuner.readthedocs.io/en/latest/training/open_source_dataset.html',
    shape: 'prompt-completion',
    rows: [
      { system: '«Rules»', conversation: [{ human: '«Ask»', assistant: '«Answer»' }] },
      {
        conversation: [
          { system: '«Rules»', input: '«Ask»', output: '«Answer»' },
          { input: '«More»', output: '«End»' },
        ],
      },
      { conversation: [{ system: '', input: '', output: '«Text»' }] },
    ],
    faulty: [{ conversation: [{ human: 'Ask', assistant: 'Answer' }, { human: 'Ask' }] }, shape],
  },
  {
    what: 'texts by turns',
    source: hub('li2017dailydialog/daily_dialog'),
    shape: 'prompt-completion',
    rows: [
      { dialog: ['«Ask»', '«Answer»', '«More»'], act: [1, 2, 1] },
      { conversations: ['«Ask»', '«Answer»'], source: 'x' },
      { id: '0', data: ['«Ask»', '«Answer»'] },
    ],
  },
  {
    what: "NeMo's conversations",
    source: 'https://docs.nvidia.com/nemo-framework/user-guide/latest/modelalignment/steerlm.html',
    shape: 'sharegpt',
    rows: [
      {
        mask: 'User',
        system: '«Rules»',
        conversations: [
          { from: 'User', value: '«Ask»', label: null },
          { from: 'Assistant', value: '«Answer»', label: 'quality:4' },
        ],
      },
    ],
    faulty: [
      {
        conversations: [
          { from: 'User', value: 'Ask' },
          { from: 'Asistant', value: 'Answer' },
        ],
      },
      role,
    ],
  },
  {
    what: 'ShareGPT with calls',
    source: 'https://github.com/hiyouga/LLaMA-Factory/blob/main/data/glaive_toolcall_en_demo.json',
    shape: 'sharegpt',
    rows: [
      {
        conversations: [
          { from: 'human', value: '«Ask»' },
          { from: 'function_call', value: '{"name": "add", "arguments": {"a": "«three»"}}' },
          { from: 'observation', value: '«seven»' },
          { from: 'gpt', value: '«Answer»' },
        ],
        tools:
          '[{"name": "add", "description": "Adds.", "parameters": {"type": "object", "properties": {"a": {"type": "string"}}}}]',
        system: '',
      },
      { conversations: shared.map((one) => ({ ...one, weight: null, loss: true })), kto_tag: false, images: [] },
    ],
    faulty: [{ conversations: [{ from: 'observation', value: 'x' }, ...shared] }, role],
  },
  {
    what: "KTO's labels",
    source: 'https://huggingface.co/docs/trl/kto_trainer',
    shape: 'prompt-completion',
    rows: [
      { prompt: '«Ask»', completion: '«Answer»', label: true },
      { prompt: [user('«Ask»')], completion: [assistant('«Answer»')], label: false },
    ],
    faulty: [{ prompt: 'Ask', completion: 7, label: true }, shape],
  },
  {
    what: 'ms-swift',
    source: 'https://swift.readthedocs.io/en/latest/Customization/Custom-dataset.html',
    shape: 'messages',
    rows: [
      { messages: turns, rejected_response: 'No', images: [], tools: null },
      { messages: turns.map((turn) => ({ ...turn, loss: true })), label: true },
    ],
    faulty: [{ messages: [user('Ask'), { role: 'asistant', content: 'Answer', loss: true }] }, role],
  },
  {
    what: 'columns that a table fills in with null',
    source: 'https://huggingface.co/docs/datasets/about_dataset_features',
    shape: 'messages',
    rows: [
      {
        messages: turns.map((turn) => ({
          ...turn,
          name: null,
          tool_calls: null,
          tool_call_id: null,
          reasoning_content: null,
        })),
        ...{ tools: null, chosen: null, rejected: null, prompt: null, completion: null, conversations: null, id: 7 },
      },
    ],
    faulty: [{ messages: [user('Ask'), { role: 'asistant', content: 'Hi' }], chosen: null, rejected: null }, role],
  },
  {
    what: 'parts with value',
    source: 'https://github.com/hiyouga/LLaMA-Factory',
    shape: 'messages',
    rows: [
      {
        messages: [
          { role: 'user', content: [{ type: 'text', value: '«Ask»' }] },
          {
            role: 'assistant',
            content: [
              { type: 'reasoning', value: '«think»' },
              { type: 'text', value: '«Answer»' },
            ],
          },
        ],
      },
    ],
    faulty: [{ messages: [{ role: 'usr', content: [{ type: 'text', value: 'Ask' }] }] }, role],
  },
  {
    what: 'HH-RLHF',
    source: hub('Anthropic/hh-rlhf'),
    shape: 'preference',
    rows: [{ chosen: dialogue, rejected: '\n\nHuman: «Ask»\n\nAssistant: «No»' }],
    faulty: [{ chosen: dialogue, rejected: null }, shape],
  },
  {
    what: 'conversations as a text',
    source: hub('timdettmers/openassistant-guanaco'),
    shape: 'prompt-completion',
    rows: [
      { text: '### Human: «Ask»### Assistant: «Answer»' },
      { text: 'Human: «Ask»\nAssistant: «Answer»' },
      { transcript: dialogue, rating: 4 },
      { system: '«Rules»', chat: 'USER: «Ask»\n\n\nASSISTANT: «Answer»' },
    ],
  },
  {
    what: 'prompts to sample answers for',
    source: 'https://verl.readthedocs.io/en/latest/preparation/prepare_data.html',
    shape: 'prompt-completion',
    rows: [
      { prompt: [user('«Ask»')], data_source: 'gsm8k', reward_model: { style: 'rule', ground_truth: '72' } },
      { prompt: [user('«More»')], data_source: 'gsm8k' },
    ],
    faulty: [{ prompt: [{ role: 'usr', content: 'Ask' }] }, role],
  },
  {
    what: 'the same as messages',
    source: hub('allenai/RLVR-GSM'),
    shape: 'messages',
    rows: [
      { messages: [user('«Ask»')], dataset: 'gsm8k' },
      { messages: [user('«More»')], dataset: 'gsm8k' },
    ],
    faulty: [{ messages: [{ role: 'usr', content: 'Ask' }] }, role],
  },
  {
    what: 'rows as the Hub serves them',
    source: 'https://huggingface.co/docs/dataset-viewer/rows',
    shape: 'messages',
    rows: [{ features: [], rows: [{ row_idx: 0, row: { messages: turns }, truncated_cells: [] }], num_rows_total: 1 }],
    faulty: [{ rows: [{ row_idx: 0, row: { messages: [{ role: 'usr', content: 'Hi' }] } }] }, role],
  },
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

/** The problems of a document but for hints. */
function read(text: string, training: boolean, name: string) {
  const document = openDocument(`test:${name}`, 'jsonl', 0, text, undefined) as JsonDocument;
  const checker = createChecker(document, { strict: false, levels: {}, training }, (code, cause) => {
    throw new Error(`${code} threw`, { cause });
  });
  const problems = checker.problems(Number.POSITIVE_INFINITY).problems.map(({ problem }) => problem);
  return { shape: document.shape, found: problems.filter(({ severity }) => severity !== 'hint') };
}

const lines = (rows: readonly unknown[]) => `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;
const marked = /«[^«»]*»/g;

for (const { what, source, shape, rows, faulty } of formats) {
  suite(`${what} (${source})`, () => {
    test('is recognised, and has no problem', () => {
      // A list of messages and an object with one are never in one file.
      for (const row of rows)
        for (const [text, name] of [
          [lines([row]), 'a.jsonl'],
          [JSON.stringify(row, null, 2), 'a.json'],
        ] as const) {
          const { shape: found, found: problems } = read(text, false, name);
          assert.deepEqual([found, problems], [shape, []], text);
        }
    });

    test('is valid to train on', () => {
      const { found } = read(
        lines(rows.filter((row) => Array.isArray(row) === Array.isArray(rows[0]))),
        true,
        'a.jsonl',
      );
      // Of a session that ends with a reply, and of a prompt alone, the answer is missing indeed.
      assert.deepEqual(
        found.filter(({ code }) => code !== 'answer-missing'),
        [],
      );
    });

    test('keeps its texts, or says which it drops', () => {
      for (const row of rows) {
        const text = JSON.stringify(row);
        const { output, notes } = convertJson(text, { ...usual, to: 'messages' }, true);
        const written = JSON.stringify(output);
        const said = notes.map(({ start, end }) => text.slice(start, end)).join('\n');
        for (const word of text.match(marked) ?? [])
          assert.ok(written.includes(word) || said.includes(word), `${word} of ${text}`);
        assert.ok((written.match(marked) ?? []).length > 0, text);
      }
    });

    if (faulty === undefined) return;
    test('a fault in it is found', () => {
      const [row, code] = faulty;
      const { found } = read(lines([row]), false, 'a.jsonl');
      assert.ok(
        found.some((problem) => problem.code === code),
        JSON.stringify(found),
      );
    });
  });
}

test('rows of plain text are recognised as that', () => {
  for (const row of [
    { text: 'Words.', meta: {} },
    { content: 'Words.', url: 'x' },
  ])
    assert.deepEqual(read(lines([row, row]), false, 'a.jsonl'), { shape: 'plain-text', found: [] });
});

test('a number as an answer is kept', () => {
  const { output } = convertJson('{"question": "Ask", "answer": 72}', { ...usual, to: 'messages' }, true);
  assert.match(JSON.stringify(output), /"72"/);
});

const codesOf = (text: string, training: boolean, name = 'a.jsonl') =>
  read(text, training, name).found.map(({ code }) => code);

test('messages with `text` throughout are read, and trainers do not find it', () => {
  const row = {
    messages: [
      { role: 'user', text: 'Ask' },
      { role: 'assistant', text: 'Answer' },
    ],
  };
  assert.deepEqual(codesOf(lines([row]), false), []);
  assert.deepEqual(codesOf(lines([row]), true), ['template-key-missing', 'template-key-missing']);
});

test('a question of two members is empty if both are', () => {
  const row = (instruction: string, input: string) => ({ instruction, input, output: 'Answer' });
  assert.deepEqual(codesOf(JSON.stringify([row('', 'Ask'), row('More', '')]), true, 'a.json'), []);
  assert.deepEqual(codesOf(JSON.stringify([row('', ''), row('More', '')]), true, 'a.json'), ['message-empty']);
});

test('a row that has its conversation under the name of other files is reported', () => {
  const rows = [
    ...['a', 'b', 'c'].map((text) => ({ messages: [user(text), assistant('Hi')] })),
    { conversation: turns },
  ];
  assert.deepEqual(codesOf(lines(rows), false), ['template-shape']);
});
