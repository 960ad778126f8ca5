import { channels, projectionMembers, roles, toolCallMembers } from '../../grammar/index.ts';
import { misspeltIn } from '../../model/json/misspelt.ts';
import { objectsOf } from '../../model/json/projection.ts';
import { closest } from '../../syntax/closest.ts';
import {
  type JsonMember,
  type JsonNode,
  type JsonObject,
  type JsonString,
  memberOf,
  textOf,
} from '../../syntax/json/reader.ts';
import { isToolRole } from '../../syntax/message-header.ts';
import type { Span } from '../../syntax/span.ts';
import { didYouMean, listed, quote } from '../../syntax/wording.ts';
import { kindOf, valueSpan } from '../support/json-scope.ts';
import type { Report, Rule } from '../support/rule.ts';

const roleNames = roles.map(({ name }) => name);
const memberNames = projectionMembers.map(({ name }) => name);
const channelNames = channels.map(({ name }) => name);

/** A projection that says what no text can say (A-081, A-083, 2.2 §10). */
export const rule: Rule = {
  code: 'json-state-invented',
  title: 'JSON of a message that no text can have',
  section: '2.2 §10',
  level: 'error',
  json: {
    dialects: ['openchatml-json'],
    check({ reading, text }, report) {
      const { objects, others } = objectsOf(reading);
      const onLine: Report = (span, message, extra) => report(valueSpan(text, span), message, extra);
      for (const node of others) onLine(node, `A message is an object; here is ${kindOf(node)}.`);
      for (const node of objects) if (node.kind === 'object') checkMessage(node, onLine);
    },
  },
};

function checkMessage(message: JsonObject, report: Report): void {
  checkTypes(message, projectionMembers, report);
  const seen = new Map<string, JsonMember>();
  for (const member of message.members) {
    const before = seen.get(member.key.value);
    if (before) report(member.key, `A message has one ${quote(member.key.value)}, and this is the second.`);
    seen.set(member.key.value, member);
  }
  const calls = memberOf(message, 'tool_calls');
  if (calls)
    report(calls.key, 'In text each call is a message of its own: write one object for each, with `tool_call`.');
  for (const { key, meant } of misspeltIn(message, 'openchatml-json')) {
    if (key !== calls?.key && textOf(message, 'role') === 'assistant') checkMisspelt(message, key, meant, report);
  }
  checkWord(message, 'role', report, roleNames, isToolRole);
  checkWord(message, 'channel', report, channelNames);
  if (memberOf(message, 'role') === undefined) report(message, 'In text every message says who speaks: add `role`.');
  const call = memberOf(message, 'tool_call');
  if (call?.value?.kind !== 'object') return;
  checkTypes(call.value, toolCallMembers, report);
  const content = memberOf(message, 'content');
  if (content?.value !== undefined && content.value.kind !== 'null') {
    report(
      content.key,
      'In text a message has one body: what is sent to a tool has no `content` besides. Write two objects.',
    );
  }
  const role = textOf(message, 'role');
  if (role !== undefined && role !== 'assistant') {
    report(call.key, 'Only the assistant calls tools. A reply has `name` and `call_id`, and its body as `content`.');
  }
}

/** Other keys nobody reads either, but these of the assistant would have decided who sees the message. */
function checkMisspelt(message: JsonObject, key: JsonString, meant: string, report: Report): void {
  const what = `A message has no ${quote(key.value)}, so nobody reads it.`;
  if (!memberNames.includes(meant)) report(key, `${what} The ${quote(meant)} of a call stands in \`tool_call\`.`);
  else if (memberOf(message, meant)) report(key, `${what} There is a ${quote(meant)} besides.`);
  // A call has no content besides: with one, it is two messages.
  else if (meant === 'tool_call' && memberOf(message, 'content')) report(key, what + didYouMean(meant));
  else report(key, what + didYouMean(meant), { data: { suggestion: meant } });
}

function checkTypes(node: JsonObject, facts: typeof projectionMembers, report: Report): void {
  for (const { name, type } of facts) {
    const value = memberOf(node, name)?.value;
    if (value === undefined || value.kind === type || (value.kind === 'null' && name !== 'role')) continue;
    const why = name === 'arguments' ? ' The body of a call is text: write its JSON as a string, byte for byte.' : '';
    report(value, `\`${name}\` is ${type === 'string' ? 'a string' : 'an object'}; here it is ${kindOf(value)}.${why}`);
  }
}

function checkWord(
  message: JsonNode,
  key: string,
  report: Report,
  names: readonly string[],
  isOther: (word: string) => boolean = () => false,
): void {
  const value = memberOf(message, key)?.value;
  if (value?.kind !== 'string' || names.includes(value.value) || isOther(value.value)) return;
  const suggestion = closest(value.value, names);
  const what = `${quote(value.value)} is no ${key}. The ${key}s are ${listed(names)}.`;
  // A reply without what replies need would be wrong in other ways.
  const fits = suggestion !== 'tool' || (memberOf(message, 'name') && textOf(message, 'call_id'));
  report(value as Span, what + didYouMean(suggestion), suggestion && fits ? { data: { suggestion } } : {});
}
