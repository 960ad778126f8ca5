/** Splits a body into pieces: text, active tokens, and thoughts, calls or outputs in the text. */
import { modelRole } from '../grammar/index.ts';
import { bodyCalls } from '../model/calls/body-calls.ts';
import { functionParts } from '../model/calls/functions.ts';
import type { Message } from '../model/message.ts';
import { thoughtName, thoughtsOf } from '../model/thoughts.ts';
import type { Block } from '../syntax/block.ts';
import { type Segment, segments } from '../syntax/body.ts';
import type { Span } from '../syntax/span.ts';
import { ENDLITERAL, LITERAL } from '../syntax/tokens/tokens.ts';
import { isReplyRole, joined, type Piece } from './message-draft.ts';

interface Region extends Span {
  readonly kind: Piece['kind'];
}

/** The pieces of a message's body. Escapes and literal blocks in them are resolved. */
export function piecesOf({ body, role }: Message): readonly Piece[] {
  const regions = apart(regionsOf(body, role));
  const pieces: Piece[] = [];
  let next = 0;
  for (const segment of segments(body)) {
    if (counts(segment, body)) {
      pieces.push({ kind: 'token', text: body.text.slice(segment.start, segment.end) });
      continue;
    }
    const { start, end } = inside(segment);
    for (let at = start; at < end; ) {
      while (next < regions.length && (regions[next] as Region).end <= at) next++;
      const region = regions[next];
      const within = region !== undefined && region.start <= at;
      const to = Math.min(end, within ? region.end : (region?.start ?? end));
      pieces.push({ kind: within ? region.kind : 'text', text: body.text.slice(at, to) });
      at = to;
    }
  }
  return joined(pieces);
}

/** The pieces of a body, with text that is not classified. */
export function flatPieces(body: Block): readonly Piece[] {
  return joined(
    segments(body).map((segment): Piece => {
      const { start, end } = inside(segment);
      return { kind: counts(segment, body) ? 'token' : 'text', text: body.text.slice(start, end) };
    }),
  );
}

/** Whether a segment is an active token. A token that the family treats as text is not active. */
function counts({ kind, token }: Segment, { family }: Block): boolean {
  return kind === 'token' && !(family.has.foreignText && token?.kind === 'foreign');
}

/** The content of a segment, without the escape character or the tokens of a literal block. */
function inside({ kind, start, end, closed }: Segment): Span {
  if (kind === 'escape') return { start: start + 1, end };
  if (kind !== 'literal') return { start, end };
  return { start: start + LITERAL.text.length, end: closed ? end - ENDLITERAL.text.length : end };
}

/** The parts of a body that are not plain text: the model's thoughts and calls, or the outputs of tools. */
function regionsOf(body: Block, role: string | undefined): Region[] {
  const { family } = body;
  if (role === undefined) return [];
  if (role === modelRole) return [...payloads(body, role, 'function_call', 'call'), ...modelRegions(body)];
  return isReplyRole(role, family) ? payloads(body, role, 'function_output', 'output') : [];
}

function payloads(body: Block, role: string, name: string, kind: Piece['kind']): Region[] {
  return functionParts(body, role).flatMap(({ token, end, payloadEnd }) =>
    token.name === name ? [{ start: end, end: payloadEnd, kind }] : [],
  );
}

function modelRegions(body: Block): Region[] {
  const { has } = body.family;
  const regions: Region[] = [];
  if (has.thoughtBlocks) {
    for (const { start, end } of thoughtsOf(body).blocks)
      regions.push({ start: start.end, end: end?.start ?? body.bodyEnd, kind: 'thought' });
  }
  if (has.escapes) for (const section of sections(body)) regions.push(section);
  if (has.bodyCalls) {
    for (const { token, end } of segments(body))
      if (token?.kind === 'call') regions.push({ start: end, end: body.bodyEnd, kind: 'call' });
    for (const { start, end, doubt } of bodyCalls(body)) if (!doubt) regions.push({ start, end, kind: 'call' });
  }
  return regions;
}

/** The thoughts in a body of 2.2. Each one extends from its marker to the next marker or to the end of the body. */
function sections(body: Block): Region[] {
  const marks = segments(body).filter(({ kind, token }) => kind === 'token' && token?.kind === 'thought');
  return marks.flatMap((mark, i) =>
    mark.token?.name === `start_${thoughtName(mark)}`
      ? [{ start: mark.end, end: marks[i + 1]?.start ?? body.bodyEnd, kind: 'thought' as const }]
      : [],
  );
}

/** Sorts regions and removes overlaps. Everything inside a thought is part of the thought. */
function apart(regions: Region[]): readonly Region[] {
  let reach = 0;
  return regions
    .sort((a, b) => a.start - b.start)
    .map((region) => {
      const start = Math.max(region.start, reach);
      reach = Math.max(reach, region.end);
      return { ...region, start };
    })
    .filter(({ start, end }) => start < end);
}
