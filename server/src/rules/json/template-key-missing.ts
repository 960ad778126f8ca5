import { listOf } from '../../model/json/list.ts';
import { misnamed } from '../../model/json/tool-calls.ts';
import { type JsonNode, memberOf, textOf } from '../../syntax/json/nodes.ts';
import type { Span } from '../../syntax/span.ts';
import { closest } from '../../syntax/tokens/closest.ts';
import { didYouMean, quote } from '../../syntax/wording.ts';
import { valueSpan } from '../support/json-scope.ts';
import type { JsonRule } from '../support/rule.ts';

/** Reports a message without `role` or `content` (TPL-07). A message with tool calls needs no content. */
export const rule: JsonRule = {
  code: 'template-key-missing',
  title: 'Message without `role` or `content`',
  section: 'Chat templates, Message Format',
  level: 'warning',
  json: {
    dialects: ['messages'],
    silentOnPlainValues: true,
    check({ reading, text, training, chosenProfile }, report) {
      const { messages, words } = listOf(reading);
      for (const message of messages) {
        if (isItem(message)) continue;
        const content = memberOf(message, 'content')?.key;
        const isStrict = training || chosenProfile !== undefined;
        // The configuration maps the data set's key `text` to `content`, so `text` is read.
        const isMapped = reading.names?.message.some(([rowKey]) => rowKey === 'text') === true;
        if (isStrict && !isMapped && content && memberOf(reading.root, 'messages') && readKey(text, content) === 'text')
          report(
            content,
            '`content` is missing, and `text` is ignored: templates fail on this message or render it incorrectly. Did you mean `content`?',
          );
        const call = misnamed(message) ?? memberOf(message, 'tool_call');
        if (call && !memberOf(message, 'tool_calls') && ['array', 'object'].includes(call.value?.kind ?? '')) {
          report(
            call.key,
            `${quote(call.key.value)} is not a key of messages, so this call is ignored. Write \`tool_calls\`, a list.`,
            {
              data: { suggestion: 'tool_calls' },
            },
          );
        }
        const calls = memberOf(message, 'tool_calls') ?? memberOf(message, 'function_call') ?? call;
        const missingKeys = (['role', ...(calls ? [] : (['content'] as const))] as const).filter(
          (key) => memberOf(message, key) === undefined,
        );
        if (missingKeys.length === 0) continue;
        const needed = [words.role, words.content];
        const renamed = message.kind === 'object' && message.members.filter(({ key }) => !needed.includes(key.value));
        const [near, ...others] = (renamed || []).filter(({ key }) =>
          missingKeys.some((name) => closest(key.value, needed) === words[name]),
        );
        if (missingKeys.length === 1 && near && others.length === 0) {
          const name = words[missingKeys[0] as 'role' | 'content'];
          report(
            near.key,
            `\`${name}\` is missing, and ${quote(near.key.value)} is ignored: templates fail on this message or render it incorrectly.${didYouMean(name)}`,
          );
          continue;
        }
        const names = missingKeys.map((key) => `\`${words[key]}\``).join(' and ');
        report(
          valueSpan(text, message),
          `${names} ${missingKeys.length === 1 ? 'is' : 'are'} missing in this message: templates fail on it or render it incorrectly. Add ${missingKeys.length === 1 ? 'it' : 'them'}.`,
        );
      }
    },
  },
};

const readKey = (text: string, { start, end }: Span) => text.slice(start + 1, end - 1);

/** Whether a list element is not a message but another item of newer chat APIs: a call, its output, or reasoning. */
function isItem(node: JsonNode): boolean {
  const type = textOf(node, 'type');
  return type !== undefined && type !== 'message' && memberOf(node, 'role') === undefined;
}
