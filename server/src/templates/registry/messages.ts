/** Prepares the messages of a conversation for the templates of the registry, for which each message consists of a role and a text. */
import { userRole } from '../../grammar/index.ts';
import { generationRole, messageRoles } from '../../grammar/messages.ts';
import { TemplateError } from '../jinja/errors.ts';
import { isText, joinTexts, plain, type Text } from '../jinja/runtime/text.ts';
import { typeOf, type Value } from '../jinja/runtime/values.ts';
import type { PatternMessage } from './pattern.ts';

interface PatternMessages {
  readonly messages: readonly PatternMessage[];
  /** Notes on parts that the templates of the registry drop. */
  readonly notes: readonly string[];
}

/** The fields of a message, other than role and content, that the templates of the registry drop. */
const beyond = ['tool_calls', 'function_call', 'reasoning_content', 'reasoning', 'thinking', 'name'];
const roleNames = new Set<string>([...messageRoles.filter(({ needs }) => needs === undefined).map(({ name }) => name)]);

export function messagesOf(list: Value | undefined): PatternMessages {
  if (!Array.isArray(list)) throw refused('messages must be a list of objects with `role` and `content`');
  const notes: string[] = [];
  const messages = list.map((message, i) => {
    if (!(message instanceof Map)) throw refused(`message ${i + 1} is not an object with \`role\` and \`content\``);
    const role = message.get('role') ?? userRole;
    if (!isText(role)) throw refused(`the role of message ${i + 1} is not a string`);
    const dropped = beyond.filter((name) => message.get(name) !== undefined && message.get(name) !== null);
    if (dropped.length > 0)
      notes.push(
        `message ${i + 1}: the template drops ${dropped.join(', ')}, since it only writes the role and the content`,
      );
    if (!roleNames.has(plain(role)))
      notes.push(`message ${i + 1}: the role ${plain(role)} is unknown to the template, and is written unchanged`);
    if (plain(role) === generationRole && i < list.length - 1)
      notes.push(`message ${i + 1}: a message with role ${generationRole} must be the last one`);
    return { role: plain(role), content: contentOf(message.get('content') ?? '', i) };
  });
  return { messages, notes };
}

/** The content as text; the texts in a list of parts are joined. */
function contentOf(content: Value, i: number): Text {
  if (isText(content)) return content;
  if (!Array.isArray(content))
    throw refused(
      `the content of message ${i + 1} must be a string or a list of parts, but its type is ${typeOf(content)}`,
    );
  return joinTexts(
    content.map((part) => {
      const text = part instanceof Map ? part.get('text') : part;
      if (text !== undefined && isText(text)) return text;
      throw refused(`message ${i + 1} has a part without text, which this template cannot write`);
    }),
  );
}

const refused = (message: string) => new TemplateError('failed', message, 0);
