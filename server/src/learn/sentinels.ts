/** Conversations in which every string is a unique word, so that a prompt shows where the template writes each string. */
import type { InputForms, Part } from './frames.ts';

/** The part of a conversation in which a word occurs. `message` is -1 for tools. */
export interface Owner {
  readonly part: Part;
  readonly message: number;
  readonly call: number;
}

export interface Probe {
  readonly messages: readonly Record<string, unknown>[];
  readonly tools: readonly object[];
  /** The parts in which each word occurs, since the name and the id of a call also occur in its reply. */
  readonly owners: ReadonlyMap<string, readonly Owner[]>;
}

/**
 * Matches the words of probes and, for numbers, their digits. A word consists of nine letters and digits, since some templates
 * require ids of this form.
 */
export const sentinel = /zq\d{4}xyz|7391\d{4}/g;

const speakers: ReadonlyMap<string, Part> = new Map([
  ['S', 'system'],
  ['D', 'developer'],
  ['U', 'user'],
  ['A', 'assistant'],
] as const);

/** The kinds of a call's arguments, with one letter for each argument: `s` for a string, `n` for a number. */
type ArgumentKinds = string;

interface Turn {
  readonly thinks?: boolean;
  readonly says?: boolean;
  readonly calls?: readonly ArgumentKinds[];
}
/** The assistant's messages by letter: whether they have reasoning and text, and the arguments of each call. */
const turns: ReadonlyMap<string, Turn> = new Map(
  Object.entries({
    T: { thinks: true, says: true },
    C: { calls: ['s'] },
    K: { calls: ['s', 's'] },
    W: { calls: ['s', 's', 's'] },
    B: { says: true, calls: ['s'] },
    X: { thinks: true, calls: ['s'] },
    Y: { thinks: true, says: true, calls: ['s'] },
    Z: { calls: [''] },
    O: { calls: ['', ''] },
    M: { calls: ['ss'] },
    N: { calls: ['n'] },
    P: { calls: ['snn', 's'] },
    Q: { calls: ['ns', 'n'] },
  } satisfies Record<string, Turn>),
);

/** The kind of a tool: `whole` has everything that declarations can have, and `bare` little more than a name. */
export type ToolKind = 'whole' | 'bare';

/** Turns a word into the content of a probe: the word itself, or the word with text around it or after it. */
export type Wrap = (word: string, next: () => string) => string;

/**
 * Builds a conversation from its notation, such as `S U C R A`. The letters are in `speakers` and `turns`; `R` replies to the next
 * call that has no reply.
 */
export function probeOf(
  spelling: string,
  forms: InputForms,
  toolKinds: readonly ToolKind[] = [],
  wrap: Wrap = (word) => word,
): Probe {
  const owners = new Map<string, Owner[]>();
  let serial = 1000;
  const addOwner = (wordOrNumber: string, owner: Owner) => {
    owners.set(wordOrNumber, [owner]);
    return wordOrNumber;
  };
  const word = (owner: Owner): string => addOwner(`zq${serial++}xyz`, owner);
  const number = (owner: Owner): number => Number(addOwner(`7391${serial++}`, owner));
  const text = (owner: Owner): string => wrap(word(owner), () => word(owner));
  const awaited: { readonly id: string; readonly name: string }[] = [];

  const callOf = (message: number, call: number, kinds: ArgumentKinds) => {
    const name = word({ part: 'name', message, call });
    const id = word({ part: 'id', message, call });
    awaited.push({ id, name });
    const callArguments = Object.fromEntries(
      [...kinds].map((kind) => [
        word({ part: 'key', message, call }),
        kind === 's' ? text({ part: 'value', message, call }) : number({ part: 'data', message, call }),
      ]),
    );
    return {
      id,
      type: 'function',
      function: { name, arguments: forms.arguments === 'object' ? callArguments : JSON.stringify(callArguments) },
    };
  };
  const assistant = ({ thinks, says, calls }: Turn, message: number) => ({
    role: 'assistant',
    ...(thinks && { [forms.reasoning]: text({ part: 'reasoning', message, call: 0 }) }),
    content: says ? text({ part: 'assistant', message, call: 0 }) : forms.callContent,
    ...(calls && { tool_calls: calls.map((kinds, call) => callOf(message, call, kinds)) }),
  });
  const reply = (message: number) => {
    const { id, name } = awaited.shift() ?? { id: word(ownerOf('replyId')), name: word(ownerOf('replyName')) };
    function ownerOf(part: Part): Owner {
      return { part, message, call: 0 };
    }
    for (const [value, part] of [
      [id, 'replyId'],
      [name, 'replyName'],
    ] as const)
      owners.set(value, [...(owners.get(value) ?? []), ownerOf(part)]);
    return { role: 'tool', tool_call_id: id, name, content: text(ownerOf('reply')) };
  };

  // The words in tools are numbered separately, so that the words in messages do not depend on the tools.
  let toolSerial = 5000 + 500 * toolKinds.length + (toolKinds[0] === 'bare' ? 200 : 0);
  const tools = toolKinds.map((kind, call) => {
    const toolWord = () => addOwner(`zq${toolSerial++}xyz`, { part: 'tool', message: -1, call });
    return kind === 'whole' ? toolOf(toolWord) : bareTool(toolWord);
  });
  const messages = spelling.split(' ').map((letter, message) => {
    if (letter === 'R') return reply(message);
    const turn = turns.get(letter);
    if (turn) return assistant(turn, message);
    const part = speakers.get(letter) as Part;
    return { role: part, content: text({ part, message, call: 0 }) };
  });
  return { messages, tools, owners };
}

const bareTool = (word: () => string) => ({
  type: 'function',
  function: { name: word(), description: '', parameters: { type: 'object', properties: {} } },
});

function toolOf(word: () => string) {
  const [name, description, parameter, about] = [word(), word(), word(), word()];
  return {
    type: 'function',
    function: {
      name,
      description,
      parameters: {
        type: 'object',
        properties: { [parameter]: { type: 'string', description: about } },
        required: [parameter],
      },
    },
  };
}
