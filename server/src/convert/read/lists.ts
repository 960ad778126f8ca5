/** Reads lists of functions in the text of a system message (0.1 §8.1, A-140). */

import { systemRole } from '../../grammar/index.ts';
import { functionParts } from '../../model/calls/functions.ts';
import { taggedParts } from '../../model/calls/tagged-parts.ts';
import type { Message } from '../../model/message.ts';
import { mayDeclare } from '../../model/tools/declarations.ts';
import { toolRegions } from '../../model/tools/learned-tools.ts';
import { append } from '../../syntax/lists.ts';
import type { Span } from '../../syntax/span.ts';
import { noteToolLosses } from '../declared.ts';
import type { Notes } from '../notes.ts';
import { llamaToolsIn, type Tool, toolsIn, withBoilerplate } from '../tools/index.ts';

/** Maps a stretch of a text to the source. */
export type Place = (span: Span) => Span;

/**
 * Reads the lists in a message, and adds their tools to `tools`. Returns the positions of the lists in the body, since a list does not
 * count as text.
 */
export function listsIn({ body, role }: Message, at: Place, tools: Tool[], notes: Notes): readonly Span[] {
  if (body.family.learned !== undefined) return learnedListsIn({ body, role }, at, tools, notes);
  if (body.family.has.bodyCalls) return preambleIn({ body, role }, at, tools, notes);
  if (role !== systemRole || !body.family.has.functions) return [];
  const lists = functionParts(body, role).filter(
    ({ token, values }) => token.name === 'function_list' && values.length > 0,
  );
  // An empty `<tools></tools>` is only a mention of the tags.
  const tagged = taggedParts(body, role).filter(
    ({ name, open, close, inner }) =>
      name === 'tools' && open && close && body.text.slice(inner.start, inner.end).trim() !== '',
  );
  const listSpans = [
    ...lists.map(({ start, payloadEnd: end }) => ({ start, end })),
    ...tagged.map((part) => {
      const whole = withBoilerplate(body.text, part);
      if (whole)
        notes.lose(
          at({ start: whole.start, end: part.start }),
          `The text that ${whole.of}'s template writes around the tools is dropped: the target format declares tools in its own way.`,
        );
      return whole ?? part;
    }),
  ];
  return listSpans.length === 0 ? [] : declaredIn(body, listSpans, at, tools, notes);
}

/** Reads the declarations in a message. Returns the positions of their containers in its body. */
function declaredIn(
  body: Message['body'],
  spans: readonly Span[],
  at: Place,
  tools: Tool[],
  notes: Notes,
): readonly Span[] {
  const { value, losses } = toolsIn(body);
  noteToolLosses(
    losses.map((loss) => ({ ...loss, ...at(loss) })),
    notes,
  );
  append(
    tools,
    value.map((tool): Tool => ({ ...tool, placeOf: (path) => at(tool.placeOf(path)) })),
  );
  return spans.map(({ start, end }) => ({ start: start - body.bodyStart, end: end - body.bodyStart }));
}

/** Reads the declarations that the template of a learned dialect writes. The returned positions include the text around them. */
function learnedListsIn(
  { body, role }: Pick<Message, 'body' | 'role'>,
  at: Place,
  tools: Tool[],
  notes: Notes,
): readonly Span[] {
  const regions = mayDeclare(body, role) ? toolRegions(body) : [];
  return regions.length === 0 ? [] : declaredIn(body, regions, at, tools, notes);
}

/** Reads declarations in the wording of Llama 3.1's template. No note is needed for the wording, since a Llama target writes it again. */
function preambleIn(
  { body, role }: Pick<Message, 'body' | 'role'>,
  at: Place,
  tools: Tool[],
  notes: Notes,
): readonly Span[] {
  const { text, bodyStart, bodyEnd } = body;
  const preamble = llamaToolsIn(text.slice(bodyStart, bodyEnd), role);
  if (preamble === undefined) return [];
  const originOf = ({ start, end }: Span) => at({ start: bodyStart + start, end: bodyStart + end });
  noteToolLosses(
    preamble.losses.map((loss) => ({ ...loss, ...originOf(loss) })),
    notes,
  );
  append(
    tools,
    preamble.value.map((tool): Tool => ({ ...tool, placeOf: (path) => originOf(tool.placeOf(path)) })),
  );
  return [{ start: preamble.start, end: preamble.end }];
}
