import { intents, modelRole, userRole } from '../grammar/index.ts';
import type { HeaderInfo } from '../model/message.ts';
import { isVisibleChannel, isVisibleRole } from '../model/visibility/facts.ts';
import { attributeNamed } from '../syntax/message-header.ts';
import type { Span } from '../syntax/span.ts';
import type { Rule } from './support/rule.ts';

const knownIntents = new Set(intents.map(({ name }) => name));

interface Hiding extends Span {
  readonly message: string;
}

/**
 * Reports a word in a header that hides a message, although its role or channel would show the message to users. Only words that make no
 * sense there are reported (2.2 §4, §5; ).
 */
export const rule: Rule = {
  code: 'message-hidden',
  title: 'Header hides a message that users should see',
  section: '2.2 §4, §5',
  level: 'warning',
  needs: ['channels'],
  header(meaning, _context, report) {
    for (const { message, ...span } of hidingWords(meaning)) report(span, message);
  },
};

function* hidingWords({ header, role, kind, intent, effectiveChannel }: HeaderInfo): Generator<Hiding> {
  const to = attributeNamed(header, 'to');
  const word = header.channel?.word;
  const isShown = isVisibleRole(role);
  if (isShown && role !== modelRole) {
    if (word?.name !== undefined && !isVisibleChannel(word.name))
      yield at(
        word,
        `The channel \`${word.name}\` hides this message from users, although its role is \`${role}\`. Remove the channel.`,
      );
    // `to=all` hides nothing.
    if (to && header.recipient !== undefined)
      yield at(
        to,
        `A message with a recipient is not shown to users, and only the assistant calls tools. Remove \`to=\`.`,
      );
  }
  const isFinal = isVisibleChannel(effectiveChannel);
  if (
    isShown &&
    kind === 'plain' &&
    isFinal &&
    intent !== undefined &&
    intent !== 'preamble' &&
    knownIntents.has(intent)
  ) {
    const attribute = attributeNamed(header, 'intent');
    const on = word?.name === undefined ? '' : `, even on \`${word.name}\``;
    if (attribute)
      yield at(
        attribute,
        `With \`intent=${intent}\`, the message is not shown to users${on}. Remove the intent, or move the message to a hidden channel.`,
      );
  }
  if (kind !== 'reply') return;
  if (word?.name !== undefined && isVisibleChannel(word.name))
    yield at(
      word,
      `A tool's reply is never shown to users, not even on \`${word.name}\`. Put it on \`commentary\`, and let the assistant report the result to the user.`,
    );
  if (to && attributeIs(to, userRole))
    yield at(
      to,
      "A tool's reply is never shown to users, not even with `to=user`. Address it to the assistant, which can report the result to the user.",
    );
}

const attributeIs = ({ value }: { readonly value: string }, expected: string) => value === expected;
const at = ({ start, end }: Span, message: string): Hiding => ({ start, end, message });
