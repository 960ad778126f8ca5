/** Fixes of message lists. */
import { modelRole } from '../../grammar/index.ts';
import { answeredCalls, listedMessages } from '../../model/json/call-pairs.ts';
import { listOf, roleOf } from '../../model/json/list.ts';
import { repliesIn } from '../../model/json/tool-calls.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { type JsonNode, memberOf } from '../../syntax/json/nodes.ts';
import { closest } from '../../syntax/tokens/closest.ts';
import { type FixEdit, type Proposal, replace } from '../fix.ts';
import { addMember, type JsonFixers, type JsonTarget, placeAt, write } from './fix.ts';
import { quoteValue, respell, suggestedWord } from './words.ts';

/** The kinds of values that a role or content can have. */
const saying = new Set<JsonNode['kind'] | undefined>(['string', 'array']);

/** Corrects misspelled keys, and adds missing content as an empty string. */
function completeKeys({ problem, reading, text }: JsonTarget): Proposal | undefined {
  const place = placeAt(reading.root, problem.start);
  const node = place?.onKey ? place.parents.at(-1) : place?.node;
  if (node?.kind !== 'object') return undefined;
  const { words } = listOf(reading);
  const needed = [words.role, words.content];
  const missingKeys = needed.filter((key) => memberOf(node, key) === undefined);
  const edits: FixEdit[] = [];
  const done: string[] = [];
  const free = node.members.filter(({ key }) => !needed.includes(key.value));
  for (const name of missingKeys) {
    const member = free.find(({ key, value }) => saying.has(value?.kind) && closest(key.value, needed) === name);
    if (member) {
      edits.push(write(member.key, name));
      done.push(`replace \`${member.key.value.slice(0, 20)}\` with \`${name}\``);
    } else if (name === words.content && node.members.length > 0) {
      if (memberOf(node, 'tool_calls') || memberOf(node, 'function_call')) continue;
      edits.push(addMember(text, node, name, ''));
      done.push(`add an empty \`${name}\``);
    } else return undefined;
  }
  const renamed = edits.every((edit) => edit.end > edit.start);
  const title = done.join(' and ').replace(/^./, (first) => first.toUpperCase());
  return { title, edits: edits.sort((a, b) => a.start - b.start), preferred: renamed };
}

/** Renames an unknown key that holds calls to `tool_calls`. */
function renameCalls({ problem, reading }: JsonTarget): Proposal | undefined {
  const { node, member } = placeAt(reading.root, problem.start) ?? {};
  if (problem.data?.suggestion !== 'tool_calls' || !member?.value) return undefined;
  const { start, end, kind } = member.value;
  const around =
    kind === 'array'
      ? []
      : [
          { start, end: start, text: '[' },
          { start: end, end, text: ']' },
        ];
  return { title: 'Change to `tool_calls`', edits: [write(node, 'tool_calls'), ...around], preferred: true };
}

/** Renames a key to the one that trainers read. From then on, its value is part of the row. */
function renameKey({ problem, reading }: JsonTarget): Proposal | undefined {
  const { node, onKey } = placeAt(reading.root, problem.start) ?? {};
  const { suggestion } = problem.data ?? {};
  if (typeof suggestion !== 'string' || !onKey) return undefined;
  return {
    title: `Change to \`${suggestion}\`: its content becomes part of the row`,
    edits: [write(node, suggestion)],
    preferred: true,
    changesBody: true,
  };
}

/** Wraps a single message in a list, where a list of messages is expected. */
function wrap({ problem, reading }: JsonTarget): Proposal | undefined {
  const { node } = placeAt(reading.root, problem.start) ?? {};
  if (node === undefined || roleOf(node) === undefined) return undefined;
  const edits = [
    { start: node.start, end: node.start, text: '[' },
    { start: node.end, end: node.end, text: ']' },
  ];
  return { title: 'Wrap the message in a list', edits, preferred: true };
}

/** Replaces the id of a reply with that of the only unanswered call before it in the same conversation. */
export function copyCallId({ problem, reading }: JsonTarget): Proposal | undefined {
  const isHere = ({ start, end }: JsonNode) => problem.start >= start && problem.start < end;
  const messages = listOf(reading).conversations.find((one) => one.some(isHere)) ?? [];
  const at = messages.findIndex(isHere);
  const listed = listedMessages(messages);
  const answered = answeredCalls(listed);
  const open = listed.slice(0, at).flatMap(({ calls }) => calls.filter((call) => !answered.has(call)));
  const [id, ...others] = new Set(open.flatMap((call) => call.id?.value ?? []));
  const message = messages[at];
  const callId = message && repliesIn(message).find(isHere);
  const edits = [write(callId, others.length === 0 ? id : undefined)];
  return { title: `Change to \`${id}\`, the id of the preceding call`, edits, preferred: true };
}

/** Adds the missing type: `{"text": …}` → `{"type": "text", "text": …}`. */
function addType({ problem, reading }: JsonTarget): Proposal | undefined {
  const { node } = placeAt(reading.root, problem.start) ?? {};
  const first = node?.kind === 'object' ? node.members[0] : undefined;
  const at = first && { start: first.key.start, end: first.key.start, text: '"type": "text", ' };
  return { title: 'Add `"type": "text"`', edits: [at], preferred: true };
}

/** Turns a string into a part of content: `"…"` → `{"type": "text", "text": "…"}`. */
function makePart({ problem, reading }: JsonTarget): Proposal | undefined {
  const { node } = placeAt(reading.root, problem.start) ?? {};
  if (node === undefined) return undefined;
  const edits = [
    { start: node.start, end: node.start, text: '{"type": "text", "text": ' },
    { start: node.end, end: node.end, text: '}' },
  ];
  return { title: 'Change to `{"type": "text", "text": …}`', edits, preferred: true };
}

/** Removes control text at the edge of the content, with the spaces after it. */
function removeLeaked({ problem, text }: JsonTarget): Proposal | undefined {
  const { leaked } = problem.data ?? {};
  if (typeof leaked !== 'string' || text.slice(problem.start, problem.end) !== leaked) return undefined;
  const after = /^ +/.exec(text.slice(problem.end, problem.end + MAX_SPACES))?.[0].length ?? 0;
  const edits = [{ start: problem.start, end: problem.end + after, text: '' }];
  return { title: `Remove \`${leaked}\` from the content`, edits, preferred: true, changesBody: true };
}

const MAX_SPACES = 100;

/** Replaces a string that contains a list with that list. */
function unquote({ problem, reading }: JsonTarget): Proposal | undefined {
  const { node } = placeAt(reading.root, problem.start) ?? {};
  if (node?.kind !== 'string') return undefined;
  return {
    title: 'Replace the string with the list that it contains',
    edits: [replace(node, node.value)],
    preferred: true,
  };
}

function addTypeOfCall({ problem }: JsonTarget): Proposal {
  const edits = [{ start: problem.start, end: problem.start, text: '"type": "function", ' }];
  return { title: 'Add `"type": "function"`', edits, preferred: true };
}

const partFixes = { text: addType, string: makePart, list: unquote, call: addTypeOfCall };

export const messageFixers: JsonFixers = {
  'template-shape': { says: 'wrap a single message in a list', fix: (target) => [wrap(target)] },
  'template-key-missing': {
    says: 'correct a misspelled key, or add an empty `content`',
    fix: (target) => [renameCalls(target) ?? completeKeys(target)],
  },
  'row-key-misspelled': { says: 'correct the key', fix: (target) => [renameKey(target)] },
  'template-content-type': {
    says: 'change a number to a string, correct or add the type of a part, turn a string into a text part, or a string of calls into a list',
    fix: (target) => [
      getOwn(partFixes, String(target.problem.data?.rule))?.(target) ?? quoteValue(target) ?? respell(target),
    ],
  },
  'template-special-in-content': {
    says: 'remove control text at the beginning or end of the content',
    fix: (target) => [removeLeaked(target)],
  },
  'template-role-unknown': suggestedWord('correct the role'),
  'template-unknown': suggestedWord('correct the name of the template'),
  'template-generation-last': {
    says: 'change the role to `assistant`',
    fix: ({ problem }) => [
      { title: `Change to \`${modelRole}\``, edits: [write(problem, modelRole)], preferred: true },
    ],
  },
  'template-generation-after-assistant': {
    says: 'set `add_generation_prompt` to false',
    fix({ reading }) {
      const prompt = listOf(reading).generationPrompt && memberOf(reading.root, 'add_generation_prompt')?.value;
      const edits = [replace(prompt || undefined, 'false')];
      return [{ title: 'Set `add_generation_prompt` to false', edits, preferred: true }];
    },
  },
};
