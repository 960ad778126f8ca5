/** Detects the dialect of a document from facts about its blocks (`docs/language-notes.md` describes the order of the checks). */
import {
  type DialectId,
  fileDialects,
  modelRole,
  type SequencePair,
  systemRole,
  thoughtMarkers,
  validChannelsLine,
} from '../grammar/index.ts';
import { type Block, has, Trait } from './block.ts';
import { opensHeader } from './document-header/extent.ts';
import { headerValues } from './document-header/values.ts';
import { completedBy, type Family, families, familyOf, settledAt, settlingStart } from './families/index.ts';
import { firstOpening } from './families/lost-openers.ts';
import { isToolRole, readHeader } from './message-header.ts';
import type { Rescanned } from './rescan.ts';
import { BlockSequence, type Node } from './sequence.ts';

/** A choice of the dialect by a setting, the command line or the file name. */
export interface DialectChoice {
  readonly dialect?: DialectId | undefined;
  /** The dialect of a 2.x text that has signs of neither Harmony nor OpenChatML 2.2; by default, OpenChatML 2.2. */
  readonly unsettled?: DialectId;
  /** Whether neither a choice nor the file name shows that the text is a transcript at all. */
  readonly doubtful?: true;
  /** The tokens that begin and end a sequence for the user's model, if they are known. */
  readonly sequencePair?: SequencePair;
}

export interface Detected {
  readonly family: Family;
  readonly header: Block | undefined;
}

export function detect(sequence: BlockSequence, choice: DialectChoice): Detected {
  return detectIn(sequence, () => evidenceOf(sequence.root), choice);
}

/**
 * Detects the dialect again after some blocks were exchanged and all others kept. Undefined if the whole document has to be scanned in
 * another way.
 */
export function detectAfter(
  sequence: BlockSequence,
  exchanges: readonly Rescanned[],
  choice: DialectChoice,
  family: Family,
): Detected | undefined {
  const after = {
    length: exchanges.reduce((sum, { from, to, blocks }) => sum + blocks.length - (to - from), sequence.length),
    at(index: number): Block | undefined {
      let shift = 0;
      for (const { from, to, blocks } of exchanges) {
        if (index < from + shift) break;
        if (index < from + shift + blocks.length) return blocks[index - from - shift];
        shift += blocks.length - (to - from);
      }
      return sequence.at(index - shift);
    },
  };
  if (choice.dialect === undefined && !tellsDialect(after, family)) return undefined;
  return detectIn(after, () => evidenceAfter(sequence, exchanges), choice);
}

/** The length of the beginning of a text that is searched for signs of its dialect (UTF-16 units). */
const beginning = 20_000;

/**
 * Returns the family that the beginning of a text indicates. `certain`: whether the rest of the text is unlikely to indicate another
 * family. In 2.x, this requires a complete header, and evidence for the dialect in a header or in a message that lists the channels.
 */
export function familyByBeginning(
  text: string,
  choice: DialectChoice,
  whole: boolean,
): { readonly family: Family; readonly certain: boolean } {
  const scanned = familyOf(choice.dialect ?? 'openchatml-2.2').scan({
    text: text.slice(0, beginning),
    first: true,
    last: true,
  });
  const sequence = new BlockSequence(scanned.blocks);
  const { family } = detect(sequence, choice);
  const either = [families.harmony, families['openchatml-2.2']].every(
    ({ dialect }) => detect(sequence, { ...choice, unsettled: dialect }).family === family,
  );
  const headed = scanned.blocks.some((block) => has(block, Trait.HasMessage)) || !family.has.channels;
  const isSettled = settledBy(sequence, 0) !== undefined || (completed(sequence) !== undefined && text.length > 1000);
  return { family, certain: whole || (either && headed && isSettled) };
}

/** The part of a sequence that detection needs. */
type Opening = Pick<BlockSequence, 'at' | 'length'>;

function detectIn(blocks: Opening, evidence: () => number, choice: DialectChoice): Detected {
  const opening = blocks.at(0);
  const header = opening?.kind === 'document-header' ? opening : undefined;
  const values = header && headerValues(header);
  const dialect =
    choice.dialect ?? detectDialect(blocks, evidence, values?.major, header !== undefined, choice.unsettled);
  return { family: familyOf(dialect, values?.harmonyEnabled), header };
}

/**
 * Whether blocks that were scanned for a family suffice to tell the dialect. They do not if the text begins with a document header that the
 * scanner did not look for: the header may decide the dialect, and tokens in it do not belong to messages.
 */
export function tellsDialect(sequence: Opening, { has }: Family): boolean {
  const opening = sequence.at(0);
  if (has.documentHeader || opening === undefined) return true;
  // A text that looks like the beginning of a document header may also be the first words of a completion.
  const next = opening.kind === 'prelude' ? sequence.at(1) : undefined;
  const isCompletion = next !== undefined && (next.traits & Trait.Implied) !== 0;
  const text = isCompletion ? opening.text + next.text : opening.text;
  return !opensHeader(text, sequence.length > (isCompletion ? 2 : 1));
}

function detectDialect(
  sequence: Opening,
  evidence: () => number,
  major: number | undefined,
  hasHeader: boolean,
  unsettled: DialectId = 'openchatml-2.2',
): DialectId {
  if (major === 2) return 'openchatml-2.2';
  const settled = settledBy(sequence, hasHeader ? 1 : 0) ?? completed(sequence);
  if (settled !== undefined && !settled.has.channels) return settled.dialect;
  if (hasHeader) return 'openchatml-2.2';
  const evidenceBits = evidence();
  if (evidenceBits & Evidence.Open) return 'openchatml-2.2';
  if (evidenceBits & Evidence.Harmony) return 'harmony';
  if (evidenceBits & Evidence.Escape) return 'openchatml-2.2';
  return settled === undefined ? 'openchatml-2.2' : unsettled;
}

/** The family of the first control token that distinguishes families. The search begins with the block at `from`. */
function settledBy(sequence: Opening, from: number): Family | undefined {
  let rejected: Family | undefined;
  for (let index = from; index < sequence.length; index++) {
    const block = sequence.at(index) as Block;
    const { kind, text, family } = block;
    // A message without an opener is recognized by the rest of its header, but tokens in it that settle the dialect take precedence.
    if (kind === 'message' && !has(block, Trait.Implied) && family.settledBy === undefined) return family;
    for (let at = text.indexOf(settlingStart); at >= 0; at = text.indexOf(settlingStart, at + settlingStart.length)) {
      const settled = settledAt(text, at);
      if (settled === undefined) continue;
      if (settled.settledBy === undefined) return settled;
      if (settled === rejected || !isApart(sequence, index, at)) continue;
      if (isConfirmed(settled, sequence, index, at)) return settled;
      rejected = settled;
    }
  }
  return undefined;
}

/** Whether the text at an offset of a block begins a line or follows another token. If not, it may be part of a sentence. */
function isApart(sequence: Opening, index: number, at: number): boolean {
  const before = at > 0 ? sequence.at(index)?.text[at - 1] : sequence.at(index - 1)?.text.at(-1);
  return before === undefined || /[\n\r>\uFEFF]/.test(before);
}

/**
 * The maximum number of openers that precede a terminator which confirms the family, if families share openers. More than one is allowed,
 * since the first message may lack its terminator.
 */
const MAX_OPENERS = 3;

/**
 * Whether an opener that several formats share belongs to this family: one of the next messages ends as in this family, and no token of
 * another family precedes that terminator. A single message also counts, since its end may not have been written yet.
 */
function isConfirmed(family: Family, sequence: Opening, from: number, start: number): boolean {
  let count = 0;
  for (let index = from; index < sequence.length; index++) {
    const { text, kind, terminator, traits, family: blockFamily } = sequence.at(index) as Block;
    let at = index === from ? start : text.indexOf(settlingStart);
    for (; at >= 0; at = text.indexOf(settlingStart, at + settlingStart.length)) {
      if (text.startsWith(family.settledBy?.text as string, at)) return true;
      const settled = settledAt(text, at);
      if (settled === undefined || (settled !== family && !isApart(sequence, index, at))) continue;
      if (settled !== family || ++count > MAX_OPENERS) return false;
      // If a message of this family contains no other tokens, it need not be searched.
      if (blockFamily !== family || at > 0 || kind !== 'message' || traits & Trait.OddBody) continue;
      if (terminator !== undefined && terminator === family.settledBy?.name) return true;
      break;
    }
  }
  return count === 1;
}

/** The family of a document that is a completion without tokens: a single block, whichever way it was scanned. */
function completed(sequence: Opening): Family | undefined {
  const block = sequence.length === 1 ? sequence.at(0) : undefined;
  return block && block.kind !== 'document-header' ? completedBy(block.text) : undefined;
}

/** Evidence for one of the two dialects of 2.x, as bits. */
const Evidence = { None: 0, Harmony: 1, Open: 2, Escape: 4 } as const;

/** The attributes that only OpenChatML has, and Harmony lacks. */
const openAttributes = new Set(['call_id', 'name', 'intent', 'content_type']);

/** The evidence in the blocks under a node. Once a block rules out Harmony, the remaining ones are not examined. */
function evidenceOf(node: Node): number {
  if (node.evidence !== undefined) return node.evidence;
  let evidence: number = Evidence.None;
  if (node.nodes) {
    for (const below of node.nodes) {
      evidence |= evidenceOf(below);
      if (evidence & Evidence.Open) break;
    }
  } else {
    for (const block of node.blocks) evidence |= block.evidence ??= blockEvidence(block);
  }
  node.evidence = evidence;
  return evidence;
}

/** The evidence after blocks were exchanged. Unchanged blocks are examined again only if some evidence was removed. */
function evidenceAfter(sequence: BlockSequence, exchanges: readonly Rescanned[]): number {
  let gone: number = Evidence.None;
  let come: number = Evidence.None;
  for (const { from, to, blocks } of exchanges) {
    for (const block of sequence.slice(from, to)) gone |= block.evidence ??= blockEvidence(block);
    for (const block of blocks) come |= block.evidence ??= blockEvidence(block);
  }
  if ((gone & ~come) === 0) return evidenceOf(sequence.root) | come;
  let next = 0;
  let index = 0;
  for (const block of sequence) {
    const exchange = exchanges[next];
    if (exchange === undefined || index < exchange.from) come |= block.evidence ??= blockEvidence(block);
    index++;
    while ((exchanges[next]?.to ?? Number.POSITIVE_INFINITY) <= index) next++;
    if (come & Evidence.Open) break;
  }
  return come;
}

/**
 * The evidence in one block. It must not depend on how the text was scanned. Otherwise, a document could be detected as either of two
 * dialects, and each result would confirm itself. So headers count only if `<|start|>` cannot be an escape, and bodies count only up to the
 * first terminator of any kind.
 */
function blockEvidence(block: Block): number {
  return shapeEvidence(block) | (hasEscape(block) ? Evidence.Escape : Evidence.None);
}

/** Whether an opener is preceded by a `<`, which escapes it in OpenChatML, but not in Harmony. */
const hasEscape = (block: Block): boolean =>
  has(block, Trait.AfterAngle) || (has(block, Trait.OddBody) && block.text.includes('<<|start|>'));

function shapeEvidence(block: Block): number {
  if (has(block, Trait.HasLiteral)) return Evidence.Open;
  if (block.kind !== 'message') return Evidence.None;
  if (has(block, Trait.OddBody) && marksThought(block)) return Evidence.Open;
  if (has(block, Trait.AfterAngle)) return Evidence.None;
  if (has(block, Trait.Implied)) return has(block, Trait.StartMissing) ? Evidence.None : completionEvidence(block);
  return headerEvidence(block);
}

/**
 * The evidence in a completion that begins with `<|channel|>`, `<|message|>` or `to=`. If words come before the channel, they are a header
 * in Harmony, but they do not decide the dialect.
 */
function completionEvidence(block: Block): number {
  const { text } = block;
  if (/^(?:<\|(?:channel|message)\|>|to=)/.test(text)) return Evidence.Harmony | headerEvidence(block);
  const opening = firstOpening(text, 0, false);
  if (opening?.traits !== Trait.Implied) return Evidence.None;
  const { at } = opening;
  // When scanned as 2.2, the message begins after a `<`, so its header does not count.
  if (text[at - 1] === '<') return Evidence.None;
  const { headerEnd, bodyStart, bodyEnd, end } = block;
  const from = { headerEnd: headerEnd - at, bodyStart: bodyStart - at, bodyEnd: bodyEnd - at, end: end - at };
  return Evidence.Harmony | headerEvidence({ ...block, ...from, text: text.slice(at), readings: undefined });
}

function headerEvidence(block: Block): number {
  const header = readHeader(block, families.harmony);
  if (header.attributes.some((attribute) => openAttributes.has(attribute.key))) return Evidence.Open;
  const role = header.role?.name;
  if (header.contentType !== undefined) return Evidence.Harmony;
  if (role === modelRole && header.recipient !== undefined) return Evidence.Harmony;
  if (role !== undefined && isToolRole(role)) return Evidence.Harmony;
  if (role === systemRole && announcesChannels(block)) return Evidence.Harmony;
  return Evidence.None;
}

/** Whether a body contains an unescaped thought marker, which does not exist in Harmony. */
function marksThought({ text, bodyStart, bodyEnd: to }: Block): boolean {
  const body = text.slice(bodyStart, to);
  const marker = thoughtMarker.exec(body);
  if (marker === null) return false;
  const end = body.search(bodyEnd);
  return end < 0 || marker.index < end;
}

const thoughtMarker = new RegExp(
  `(?<!<)(?:${thoughtMarkers.map(({ text }) => text.replaceAll('|', '\\|')).join('|')})`,
);

const bodyEnd = /<\|(?:end|call|return)\|>/;

function announcesChannels({ text, bodyStart, bodyEnd: to }: Block): boolean {
  const index = text.indexOf(validChannelsLine, bodyStart);
  if (index < 0 || index >= to) return false;
  const lineStart = index === bodyStart || text[index - 1] === '\n' || text[index - 1] === '\r';
  return lineStart && text.slice(bodyStart, index).search(bodyEnd) < 0;
}

/** The dialect that the extension of a file name determines, if any. */
export function dialectOfFile(path: string): DialectId | undefined {
  return fileDialects.find(([ending]) => path.toLowerCase().endsWith(ending))?.[1];
}
