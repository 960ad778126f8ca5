/** Public formats of agent sessions and of message trees. */
import {
  acted,
  assistant,
  call,
  calling,
  type Format,
  flat,
  hub,
  replied,
  role,
  shape,
  tree,
  turns,
  user,
} from './format.ts';

export const sessions: readonly Format[] = [
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
];
