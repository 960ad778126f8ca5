/**
 * Corrects messages with misspelled control tokens, for example in text pasted from Markdown. All tokens of a message are corrected at
 * once.
 */
import type { TokenFact } from '../../grammar/index.ts';
import type { Context } from '../../rules/support/rule.ts';
import { type Block, has, Trait } from '../../syntax/block.ts';
import { families } from '../../syntax/families/index.ts';
import { readHeader } from '../../syntax/message-header.ts';
import type { Span } from '../../syntax/span.ts';
import { anySpelling } from '../../syntax/tokens/misspelled.ts';
import { Transcript } from '../../syntax/transcript.ts';
import { type Fix, replace, type Target } from '../fix.ts';
import { applyEdits } from '../proof/replacement.ts';
import { memoizePerDocument } from './memoize-per-document.ts';

/** A span that would be a message if its tokens were correct, and the edits that correct them. */
interface Frame extends Span {
  readonly edits: readonly (Span & { readonly text: string })[];
}

/** A control token that may be misspelled. */
interface Spelled extends Span {
  readonly token: TokenFact;
  readonly written: string;
}

const frameKinds: readonly TokenFact['kind'][] = ['opener', 'part', 'terminator'];
/** Patterns that match the tokens that frame messages of each family, in any spelling. */
const patterns = new Map(
  Object.values(families).map((family) => {
    const framing = family.tokens.filter(({ kind }) => frameKinds.includes(kind));
    return [family, new RegExp(anySpelling(framing.map(({ name }) => name)), 'giu')];
  }),
);

function spelledIn(block: Block, from: number): Spelled[] {
  const { byName } = block.family.spellings;
  const pattern = patterns.get(block.family) as RegExp;
  return [...block.text.slice(from).matchAll(pattern)].flatMap(({ index, 0: written, 1: name = '' }) => {
    const token = byName.get(name.replaceAll('\\', '').toLowerCase());
    const start = from + index;
    return token && block.text[start - 1] !== '<' ? [{ token, written, start, end: start + written.length }] : [];
  });
}

/** Whether a text is one complete message. */
function isWhole(text: string, { family }: Context): boolean {
  const [block, ...more] = new Transcript('', 'ocml', 0, text, { dialect: family.dialect }).blocks;
  if (block === undefined || more.length > 0 || !has(block, Trait.HasMessage)) return false;
  const { faults, foreign, misspelled } = readHeader(block, family);
  const closed = block.terminator !== undefined && block.end === text.length;
  return closed && faults.length === 0 && misspelled.length === 0 && !foreign;
}

/**
 * The frames of a block in which several tokens are misspelled. A frame with only one misspelled token is ignored, because that token may
 * be text. Complete messages are left unchanged.
 */
function framesIn(block: Block, context: Context): Frame[] {
  const { text, kind, terminator } = block;
  if (kind === 'document-header') return [];
  const done = kind === 'prelude' || (terminator !== undefined && has(block, Trait.HasMessage));
  const all = spelledIn(block, done ? block.end : 0);
  const frames: Frame[] = [];
  let parts: Spelled[] = [];
  let inHeader = false;
  for (const [i, part] of all.entries()) {
    const { kind } = part.token;
    if (kind === 'opener') [parts, inHeader] = [[part], true];
    else if (parts.length === 0) continue;
    else if (kind === 'part' && inHeader) {
      parts.push(part);
      inHeader = part.token !== block.family.frame.headerEnd;
    } else if (kind === 'terminator') {
      const edits = [...parts, part].flatMap(({ token, written, start, end }) =>
        written === token.text ? [] : [{ start, end, text: token.text }],
      );
      const start = parts[0]?.start ?? 0;
      const next = all[i + 1];
      // If text follows, this token does not end a message.
      const ends = (next?.token.kind ?? 'opener') === 'opener' && text.slice(part.end, next?.start).trim() === '';
      const moved = edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }));
      if (ends && edits.length > 1 && isWhole(applyEdits(text.slice(start, part.end), moved), context))
        frames.push({ start, end: part.end, edits });
      parts = [];
    }
  }
  return frames;
}

const frameCacheOf = memoizePerDocument(() => new Map<Block, Map<number, Frame>>());

/**
 * The frames of a block, by the offsets of their misspelled tokens. They are cached because pasted text has many such tokens, and each one
 * is looked up.
 */
function framesOf(block: Block, context: Context): Map<number, Frame> {
  const blocks = frameCacheOf(context);
  let frames = blocks.get(block);
  if (frames === undefined) {
    frames = new Map(
      framesIn(block, context).flatMap((frame) => frame.edits.map(({ start }) => [start, frame] as const)),
    );
    blocks.set(block, frames);
  }
  return frames;
}

/** Corrects the tokens of the message with the problem. For the first such message in a block, also offers to correct all of them. */
export function respellFrame({ block, problem, context }: Target): Fix[] {
  const frames = framesOf(block, context);
  const frame = frames.get(problem.start);
  if (frame === undefined) return [];
  const write = (title: string, { edits }: Pick<Frame, 'edits'>, preferred: boolean): Fix => ({
    title,
    edits: edits.map(({ text, ...span }) => replace(span, text)),
    preferred,
    changesBody: true,
  });
  const one = write('Correct all tokens that frame this message and its body', frame, true);
  const [first] = frames.values();
  const all = frame === first ? [...new Set(frames.values())] : [];
  const title = `Correct all tokens that frame these ${all.length} messages, each with its body`;
  return all.length > 1 ? [one, write(title, { edits: all.flatMap(({ edits }) => edits) }, false)] : [one];
}
