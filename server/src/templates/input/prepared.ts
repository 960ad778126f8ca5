/** Prepares content for a template. If requested, fills in placeholders and breaks up control tokens. */
import { isText, plain } from '../jinja/runtime/text.ts';
import type { Value } from '../jinja/runtime/values.ts';
import { filled, sanitized } from '../registry/pattern.ts';
import type { Template } from '../template.ts';
import type { TemplateVariables } from './conversation.ts';

interface Preparing {
  readonly vars: ReadonlyMap<string, string>;
  readonly sanitize: boolean;
}

interface Prepared extends TemplateVariables {
  /** Notes for users about markers of the template that occur in content. */
  readonly notes: readonly string[];
}

export function prepared(
  { variables, sources }: TemplateVariables,
  template: Template,
  { vars, sanitize }: Preparing,
): Prepared {
  const messages = variables.get('messages');
  const notes: string[] = [];
  if (Array.isArray(messages)) {
    messages.forEach((message, i) => {
      if (!(message instanceof Map)) return;
      const content = changed(message.get('content'), (text) => {
        const full = filled(text, vars);
        const markers = template.markers.filter((marker) => plain(full).includes(marker));
        if (markers.length === 0) return full;
        if (sanitize) return sanitized(full, markers);
        notes.push(
          `message ${i + 1}: its content has ${markers.join(', ')}, which the model reads as ${markers.length > 1 ? 'control tokens' : 'a control token'}. Use --sanitize to break ${markers.length > 1 ? 'them' : 'it'} up`,
        );
        return full;
      });
      if (content !== undefined) message.set('content', content);
    });
  }
  return { variables, sources, notes };
}

type Change = (text: ReturnType<typeof filled>) => Value;

/** Applies `change` to the text of content, or to the text of each of its parts. */
function changed(content: Value | undefined, change: Change): Value | undefined {
  if (content === undefined || isText(content)) return content === undefined ? undefined : change(content);
  if (!Array.isArray(content)) return content;
  return content.map((part) => {
    if (isText(part)) return change(part);
    const text = part instanceof Map ? part.get('text') : undefined;
    if (part instanceof Map && text !== undefined && isText(text)) part.set('text', change(text));
    return part;
  });
}
