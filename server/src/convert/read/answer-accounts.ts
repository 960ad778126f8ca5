/** Finds the metadata of an API's answer. It is not part of the conversation, so dropping it is not a loss. */
import { modelRole } from '../../grammar/index.ts';
import { answerAccounts, answerKinds, endedAnswer } from '../../grammar/json-rows.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { type JsonMember, type JsonNode, memberOf, textOf } from '../../syntax/json/nodes.ts';
import { append } from '../../syntax/lists.ts';
import type { Notes } from '../notes.ts';

/** Whether a value is an API's answer with its metadata. */
const isAnswer = (node: JsonNode): boolean =>
  answerKinds.has(textOf(node, 'object')) || (textOf(node, 'type') === 'message' && textOf(node, 'role') === modelRole);

/** Whether a field of an answer is only metadata. */
export function isAccount(node: JsonNode, { key, value }: JsonMember): boolean {
  if (value === undefined || !isAnswer(node)) return false;
  const isEnd = value.kind === 'string' && getOwn(endedAnswer, key.value)?.includes(value.value);
  return isEnd || (getOwn(answerAccounts, key.value) === value.kind && !holdsText(value));
}

/** Whether a value contains text, at any depth, outside fields that are known metadata. */
function holdsText(value: JsonNode): boolean {
  if (value.kind !== 'object') return false;
  const open: JsonNode[] = [value];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === 'string') return true;
    if (node.kind === 'array') append(open, node.items);
    else if (node.kind === 'object')
      for (const { key, value: memberValue } of node.members)
        if (memberValue && getOwn(answerAccounts, key.value) !== memberValue.kind) open.push(memberValue);
  }
  return false;
}

/** Marks the metadata of an answer, and the finish reason of complete choices, as read. */
export function takeAccounts(root: JsonNode, notes: Notes): void {
  if (root.kind !== 'object' || !isAnswer(root)) return;
  for (const member of root.members) if (isAccount(root, member)) notes.take(member.value);
  const choices = memberOf(root, 'choices')?.value;
  if (choices?.kind !== 'array') return;
  for (const choice of choices.items) {
    const end = memberOf(choice, 'finish_reason')?.value;
    if (end?.kind === 'string' && endedAnswer.finish_reason?.includes(end.value)) notes.take(end);
  }
}
