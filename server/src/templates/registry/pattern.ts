/**
 * Templates as data: the text around the role and the content of each message. The four templates of the sources are such patterns
 * and so are the templates in `templates.custom`.
 */
import { modelRole } from '../../grammar/index.ts';
import { generationRole } from '../../grammar/messages.ts';
import { joinTexts, plain, sliceText, splitText, type Text } from '../jinja/runtime/text.ts';

export interface Pattern {
  /** The text before the first message. */
  readonly begin?: string;
  /** The text of a message, with the placeholders `{role}`, `{Role}` or `{ROLE}`, and with exactly one `{content}`. */
  readonly message: string;
  /** The text between two messages, and before the generation prompt. */
  readonly separator?: string;
  /** The text of the generation prompt. */
  readonly generation: string;
  /** Whether messages without content are omitted. */
  readonly skipEmpty?: boolean;
}

export interface PatternMessage {
  readonly role: string;
  readonly content: Text;
}

const capital = (role: string) => role.slice(0, 1).toUpperCase() + role.slice(1);

/** Returns the text before and after the content of a message. */
export function frameOf({ message }: Pattern, role: string): readonly [before: string, after: string] {
  const roleByPlaceholder = { role, Role: capital(role), ROLE: role.toUpperCase() };
  const [before = '', after = ''] = message.split('{content}');
  const fill = (text: string) =>
    text.replace(/\{(role|Role|ROLE)\}/g, (_, name: keyof typeof roleByPlaceholder) => roleByPlaceholder[name]);
  return [fill(before), fill(after)];
}

/** The prompt for messages, which consists of exactly the text of the pattern and of the messages. */
export function formatPattern(
  pattern: Pattern,
  messages: readonly PatternMessage[],
  addGenerationPrompt: boolean,
): Text {
  const parts: Text[] = [];
  messages.forEach(({ role, content }, i) => {
    if (pattern.skipEmpty && plain(content) === '') return;
    const isOpen = role === generationRole && i === messages.length - 1;
    const [before, after] = frameOf(pattern, role === generationRole ? modelRole : role);
    parts.push(joinTexts(isOpen ? [before, content] : [before, content, after]));
  });
  if (addGenerationPrompt && messages.at(-1)?.role !== generationRole) parts.push(pattern.generation);
  return joinTexts([pattern.begin ?? '', joinTexts(parts, pattern.separator ?? '')]);
}

const placeholders = /\{\{([^{}]{1,200})\}\}/g;

/** Inserts a zero-width space into every marker in the content, so that no marker is recognized there. */
export function sanitized(content: Text, markers: readonly string[]): Text {
  return markers.reduce<Text>((text, marker) => {
    const parts = splitText(text, marker);
    return joinTexts(parts, `${marker.slice(0, 1)}\u200b${marker.slice(1)}`);
  }, content);
}

/** Fills in placeholders such as `{{user input here}}` in the content (WIRE-27). A placeholder without a value stays unchanged. */
export function filled(content: Text, values: ReadonlyMap<string, string>): Text {
  if (values.size === 0) return content;
  const parts: Text[] = [];
  let from = 0;
  for (const { 0: whole, 1: name, index } of plain(content).matchAll(placeholders)) {
    const value = values.get((name as string).trim());
    if (value === undefined) continue;
    parts.push(sliceText(content, from, index), value);
    from = index + whole.length;
  }
  return joinTexts([...parts, sliceText(content, from)]);
}
