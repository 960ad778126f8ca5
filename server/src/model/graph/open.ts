/** Finds calls whose headers have recipients and ids, in OpenChatML 2.2, Harmony (2.2 §6, §8), and the JSON projection (2.2 §10). */
import type { Block } from '../../syntax/block.ts';
import { openerOf } from '../../syntax/families/family.ts';
import type { Attribute } from '../../syntax/message-header.ts';
import type { Span } from '../../syntax/span.ts';
import { type HeaderInfo, headerInfo, instructs } from '../message.ts';
import { declarations } from '../tools/declarations.ts';
import { FactsMaker, type GraphFacts, noFacts } from './facts.ts';

/** A message as described by its header, with spans. */
interface GraphCall {
  readonly what: HeaderInfo;
  /** The span of the whole message. */
  readonly whole: Span;
  readonly opener: Span;
  /** Whether the header is complete. With an incomplete header, the message is neither a call nor a reply yet. */
  readonly complete: boolean;
  /** Returns the span of an attribute's value, including quotes. */
  valueOf(attribute: Attribute): Span;
}

export function openFacts(block: Block): GraphFacts {
  if (block.kind !== 'message') return noFacts;
  const what = headerInfo(block);
  const declares = instructs(what.role) && declarations(block).tools.length > 0;
  if (what.kind === 'plain' && what.name === undefined && !declares && !isNamed(what)) return noFacts;
  const make = FactsMaker.of(block.text);
  addHeader(make, {
    what,
    whole: { start: 0, end: block.end },
    opener: { start: 0, end: openerOf(block).text.length },
    complete: !what.header.unfinished,
    valueOf: ({ valueStart: start, end }) => ({ start, end }),
  });
  if (declares) addDeclarations(make, block, (span) => span);
  return make.facts();
}

/** Adds the tools that a message declares. `mapSpan`: maps a span in the block to the document. */
export function addDeclarations(make: FactsMaker, block: Block, mapSpan: (span: Span) => Span): void {
  for (const { tool, start, end, aliases } of declarations(block).tools) {
    const name = block.text.slice(start, end);
    // In a declaration inside a namespace, the tool's name is written without the namespace.
    const written = tool.endsWith(`.${name}`) ? name : tool;
    make.mention('callee', tool, mapSpan({ start, end }), 'declaration', { written, beside: aliases });
  }
}

export function addHeader(make: FactsMaker, graphCall: GraphCall): void {
  const { what, whole, opener, complete, valueOf } = graphCall;
  const { kind, role, tool, callId, name, header } = what;
  const placesOf = (key: string, value: string | undefined) =>
    header.attributes.filter((one) => one.key === key && one.value === value).map(valueOf);
  if (kind === 'plain') {
    const speaker = speakerIn(what);
    if (speaker && role !== undefined) make.mention('speaker', speaker.name, speaker.span, 'speaker', { role });
    if (name !== undefined && role !== undefined)
      for (const span of placesOf('name', name)) make.mention('speaker', name, span, 'speaker', { role });
    return;
  }
  const ids = callId === undefined ? [] : placesOf('call_id', callId);
  const ofRole = kind === 'reply' && tool !== undefined && tool !== name ? header.role : undefined;
  const tools = ofRole ? [ofRole] : tool === undefined ? [] : placesOf(kind === 'call' ? 'to' : 'name', tool);
  const thread = make.thread(what, 'name');
  const [id, toolSpan] = [ids[0] && make.written(ids[0], callId ?? ''), tools[0] && make.written(tools[0], tool ?? '')];
  const at = id ?? toolSpan ?? header.role ?? opener;
  const half = complete
    ? make.half({ ...whole, kind, tool, callId, thread, at: { start: at.start, end: at.end } })
    : undefined;
  if (tool !== undefined)
    for (const span of tools) make.mention('callee', tool, span, kind, { half, space: tool.indexOf('.') + 1 });
  if (callId !== undefined) for (const span of ids) make.mention('id', callId, span, kind, { half });
}

const isNamed = (what: HeaderInfo) => what.header.role?.text.includes(':') === true;

/** The speaker named in a header of Harmony, such as `user:alice`. */
function speakerIn({ role, header }: HeaderInfo): { readonly name: string; readonly span: Span } | undefined {
  const { text, start, end } = header.role ?? { text: '', start: 0, end: 0 };
  if (role === undefined || !text.startsWith(`${role}:`) || text.length === role.length + 1) return undefined;
  return { name: text.slice(role.length + 1), span: { start: start + role.length + 1, end } };
}
