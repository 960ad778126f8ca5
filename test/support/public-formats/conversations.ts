/** Public formats of conversations: in lists, in texts and in columns. */
import { assistant, dialogue, type Format, hub, role, shape, shared, turns, user } from './format.ts';

export const conversations: readonly Format[] = [
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
];
