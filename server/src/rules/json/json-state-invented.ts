import { modelRole, speakers, toolRole } from '../../grammar/index.ts';
import { projectionMembers, toolCallMembers } from '../../grammar/openchatml-json.ts';
import { misspelledIn } from '../../model/json/misspelled.ts';
import { isHeaderWord } from '../../model/json/projected.ts';
import { objectsOf } from '../../model/json/projection.ts';
import { type JsonMember, type JsonObject, type JsonString, memberOf, textOf } from '../../syntax/json/nodes.ts';
import { didYouMean, quote } from '../../syntax/wording.ts';
import { kindOf, valueSpan } from '../support/json-scope.ts';
import type { JsonRule, Report } from '../support/rule.ts';

const memberNames = projectionMembers.map(({ name }) => name);

/** Reports an object of the projection that no text could produce (A-081, A-083, 2.2 §10). */
export const rule: JsonRule = {
  code: 'json-state-invented',
  title: 'JSON message that cannot be written as text',
  section: '2.2 §10',
  level: 'error',
  json: {
    dialects: ['openchatml-json'],
    check({ reading, text }, report) {
      const { objects, others } = objectsOf(reading);
      const onLine: Report = (span, message, extra) => report(valueSpan(text, span), message, extra);
      for (const node of others)
        onLine(node, `A message must be an object, not ${kindOf(node)}. Write \`{"role": …, "content": …}\`.`);
      for (const node of objects) if (node.kind === 'object') checkMessage(node, onLine);
    },
  },
};

function checkMessage(message: JsonObject, report: Report): void {
  checkTypes(message, projectionMembers, report);
  const memberByKey = new Map<string, JsonMember>();
  for (const member of message.members) {
    const before = memberByKey.get(member.key.value);
    if (before) report(member.key, `${quote(member.key.value)} occurs twice in this message. Remove one of them.`);
    memberByKey.set(member.key.value, member);
  }
  const calls = memberOf(message, 'tool_calls');
  if (calls)
    report(
      calls.key,
      'In an OpenChatML transcript, each call is a separate message. Write one object with `tool_call` for each call.',
    );
  for (const { key, meant } of misspelledIn(message, 'openchatml-json')) {
    if (key !== calls?.key && textOf(message, 'role') === modelRole) checkMisspelled(message, key, meant, report);
  }
  checkHeld(message, ['name', 'to', 'call_id', 'content_type'], report);
  checkThinking(message, report);
  if (memberOf(message, 'role') === undefined)
    report(message, '`role` is missing: every message must have a role. Add it.');
  const call = memberOf(message, 'tool_call');
  if (call?.value?.kind !== 'object') return;
  checkTypes(call.value, toolCallMembers, report);
  checkHeld(call.value, ['recipient', 'id', 'content_type'], report);
  checkRecipient(call.value, report);
  const content = memberOf(message, 'content');
  if (content?.value !== undefined && content.value.kind !== 'null') {
    report(
      content.key,
      'A call cannot also have `content`: in an OpenChatML transcript, a message has only one body. Write two messages.',
    );
  }
  const role = textOf(message, 'role');
  if (role !== undefined && role !== modelRole) {
    report(
      call.key,
      'Only the assistant calls tools. If this is a reply, give it `name` and `call_id`, and write its body as `content`.',
    );
  }
}

/** Reports a misspelled key of an assistant message. Unknown keys are ignored, but this one would have decided who sees the message. */
function checkMisspelled(message: JsonObject, key: JsonString, intendedKey: string, report: Report): void {
  const what = `${quote(key.value)} is not a key of messages, so it is ignored. Correct it, or remove it.`;
  if (!memberNames.includes(intendedKey))
    report(key, `${what} The ${quote(intendedKey)} of a call belongs in \`tool_call\`.`);
  else if (memberOf(message, intendedKey)) report(key, `${what} There is also a ${quote(intendedKey)}.`);
  // A call has no content, so if the object has `content`, renaming the key would make two messages of it.
  else if (intendedKey === 'tool_call' && memberOf(message, 'content')) report(key, what + didYouMean(intendedKey));
  else report(key, what + didYouMean(intendedKey), { data: { suggestion: intendedKey } });
}

function checkTypes(node: JsonObject, facts: typeof projectionMembers, report: Report): void {
  for (const { name, type } of facts) {
    const value = memberOf(node, name)?.value;
    if (value === undefined || value.kind === type || (value.kind === 'null' && name !== 'role')) continue;
    const why = name === 'arguments' ? ' The body of a call is text: write its JSON as a string, byte for byte.' : '';
    report(value, `\`${name}\` must be ${type === 'string' ? 'a string' : 'an object'}, not ${kindOf(value)}.${why}`);
  }
}

/**
 * Reports values that cannot be written in a header: white space would end the word there, and the text of a token would be read as a token
 * (A-143).
 */
function checkHeld(node: JsonObject, keys: readonly string[], report: Report): void {
  for (const key of keys) {
    const value = memberOf(node, key)?.value;
    if (value?.kind !== 'string' || isHeaderWord(value.value)) continue;
    const [what, it] = value.value.includes('<|') ? ['a token', 'the token'] : ['white space', 'the white space'];
    // A tool's name and the ids must be equal in several messages, so only the name of a speaker can be corrected here.
    const speaker = key === 'name' && textOf(node, 'role') !== toolRole && !value.value.includes('<|');
    report(
      value,
      `\`${key}\` contains ${what}, but in an OpenChatML transcript it is a single word in the header. Remove ${it}.`,
      speaker ? { data: { suggestion: value.value.trim().replace(/\s+/g, '_') } } : {},
    );
  }
}

/**
 * Reports `thinking` on a message that is not the assistant's. In the projection, it stands for a separate message before the answer (2.2
 * §10, A-082).
 */
function checkThinking(message: JsonObject, report: Report): void {
  const thinking = memberOf(message, 'thinking');
  const role = textOf(message, 'role');
  if (role === undefined || role === modelRole || thinking?.value?.kind !== 'string') return;
  report(
    thinking.key,
    'In an OpenChatML transcript, only the assistant has thoughts, on `analysis`. Move this to an assistant message, or remove it.',
  );
}

/** Reports a call whose recipient is a speaker instead of a tool. */
function checkRecipient(call: JsonObject, report: Report): void {
  const recipient = memberOf(call, 'recipient')?.value;
  if (recipient?.kind !== 'string' || !speakers.includes(recipient.value)) return;
  report(
    recipient,
    `${quote(recipient.value)} is not a tool, so this would not be a call in an OpenChatML transcript. Name the tool, as in \`functions.lookup\`, or write \`content\` and \`to\` in place of \`tool_call\`.`,
  );
}
