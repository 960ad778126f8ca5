/** Public formats of questions, answers, and pairs of questions and answers. */
import { assistant, type Format, hub, role, shape, turns, user } from './format.ts';

export const questions: readonly Format[] = [
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
];
