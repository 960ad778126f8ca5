import { answerChannel, callChannel } from '../../grammar/index.ts';
import { debugEvents, eventMembers, streamEventFacts } from '../../grammar/stream-events.ts';
import { readUnit } from '../../syntax/json/json-unit.ts';
import { type JsonNode, memberOf, textOf } from '../../syntax/json/nodes.ts';
import { closest } from '../../syntax/tokens/closest.ts';
import { didYouMean, listed, quote } from '../../syntax/wording.ts';
import { kindOf, valueSpan } from '../support/json-scope.ts';
import type { JsonRule } from '../support/rule.ts';

const byName = new Map(streamEventFacts.map((fact) => [fact.name, fact]));
/** Whether an event reports a complete message, as in older streams. */
const isDone = (event: string) => /(?:^|\.)done$/.test(event);

const debug = new Set(debugEvents);
const isDebug = (event: string) => debug.has(event);

/** Whether a required field is missing or empty. Only `delta` may be an empty string. */
const isMissing = (event: JsonNode, key: string) =>
  memberOf(event, key) === undefined || (key !== 'delta' && textOf(event, key) === '');

/** Reports an event that breaks §9: it is unknown, lacks a required field, or refers to a message to which it cannot belong. */
export const rule: JsonRule = {
  code: 'stream-event',
  title: 'Invalid stream event',
  section: '2.2 §9',
  level: 'warning',
  json: {
    dialects: ['stream-event'],
    silentOnPlainValues: true,
    check({ reading: { root }, text }, report) {
      if (root === undefined) return;
      if (root.kind !== 'object') {
        report(
          valueSpan(text, root),
          `An event must be an object on its own line, not ${kindOf(root)}. Write \`{"event": …}\`.`,
        );
        return;
      }
      const keys = new Set<string>();
      for (const { key } of root.members) {
        if (keys.has(key.value)) report(key, `${quote(key.value)} occurs twice in this event. Remove one of them.`);
        keys.add(key.value);
      }
      for (const { name } of eventMembers) {
        const value = memberOf(root, name)?.value;
        if (value === undefined || value.kind === 'string') continue;
        report(valueSpan(text, value), `\`${name}\` must be a string, not ${kindOf(value)}. Put it in quotes.`);
      }
      const event = memberOf(root, 'event')?.value;
      if (event === undefined) {
        report(valueSpan(text, root), '`event` is missing, so the kind of this event is unknown. Add it.');
        return;
      }
      if (event.kind !== 'string' || isDone(event.value) || isDebug(event.value)) return;
      const fact = byName.get(event.value);
      if (fact === undefined) {
        const names = [...byName.keys()];
        const suggestion = closest(event.value, names);
        report(
          event,
          `${quote(event.value)} is not the name of an event. The events are ${listed(names, 'and')}.${didYouMean(suggestion)}`,
          {
            data: { suggestion },
          },
        );
        return;
      }
      const missingKeys = fact.needs.filter((key) => isMissing(root, key));
      if (missingKeys.length > 0)
        report(event, `\`${fact.name}\` needs ${listed(missingKeys, 'and')}. Add what is missing.`);
      const channel = memberOf(root, 'channel')?.value;
      // Some programs stream preambles as well.
      const isPreamble = textOf(root, 'channel') === callChannel && textOf(root, 'intent') === 'preamble';
      if (
        fact.name === 'response.delta' &&
        channel?.kind === 'string' &&
        channel.value !== answerChannel &&
        !isPreamble
      ) {
        report(
          channel,
          'Only `final` is streamed to users, and in some programs also preambles (`intent=preamble`); other channels are hidden. Remove this event, or name the intended channel.',
        );
      }
    },
    sequence() {
      const cancelled = new Set<string>();
      const open = new Set<string>();
      /** Whether the message of a stream without message ids has been cancelled. */
      let isCancelled = false;
      /** The ids of the calls in all events except cancellations. */
      const calls = new Set<string>();
      let isDebugTold = false;
      return (unit, report) => {
        const { root } = readUnit(unit);
        const event = memberOf(root, 'event')?.value;
        if (event?.kind !== 'string') return;
        if (isDebug(event.value) && !isDebugTold) {
          isDebugTold = true;
          report(
            event,
            'These events from `ocml stream --debug` are for developers: they may contain text that users must not see. Do not pass them on.',
            { milder: 'information' },
          );
        }
        const call = memberOf(root, 'call_id')?.value;
        if (call?.kind === 'string') {
          const cancels = byName.get(event.value)?.needs.some((key) => key === 'call_id') === true;
          if (!cancels) calls.add(call.value);
          // If no other event has a call id, it is unknown which calls exist.
          else if (calls.size > 0 && !calls.has(call.value))
            report(
              call,
              `No call in this stream has the id ${quote(call.value)}, so nothing is cancelled. Write the id of the call.`,
            );
        }
        const id = textOf(root, 'message_id');
        if (isDone(event.value)) {
          if (id === undefined) isCancelled = false;
          else open.delete(id);
          return;
        }
        if (byName.get(event.value)?.ofMessage !== true) return;
        if (id === undefined) {
          if (open.size > 0) {
            report(
              event,
              `The message \`${[...open].at(-1)}\` is still being streamed, so this event could belong to it or to a new message. Add \`message_id\`.`,
            );
          } else if (isCancelled) {
            report(
              event,
              'The message has been cancelled, so nothing more of it is displayed. Write the id of the next message as `message_id`.',
            );
          }
          if (event.value === 'response.cancel') isCancelled = true;
        } else if (event.value === 'response.cancel') {
          open.delete(id);
          cancelled.add(id);
        } else if (cancelled.has(id)) {
          report(
            event,
            `The message \`${id}\` has been cancelled, so nothing more of it is displayed. Remove this event, or name another message.`,
          );
        } else open.add(id);
      };
    },
  },
};
