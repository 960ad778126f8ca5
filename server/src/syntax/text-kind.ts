/** Determines the kind of a text. Only transcripts are checked, formatted, fixed and converted; other texts stay as they are. */
import { attributes, channels, dialects, roles, tokensOf, toolRolePrefixes } from '../grammar/index.ts';
import { byKind } from './any-document.ts';
import { has, Trait } from './block.ts';
import type { DialectChoice } from './dialect.ts';
import { headerValues } from './document-header/values.ts';
import { isEventStream } from './event-stream.ts';
import { completedBy, families } from './families/index.ts';
import type { BlockSequence } from './sequence.ts';
import { misspelledAt, misspellings } from './tokens/misspelled.ts';
import { lookup } from './tokens/tokens.ts';

/** `stream`: the server-sent events from a chat API; `other`: neither a stream nor a transcript. */
export type TextKind = 'transcript' | 'stream' | 'other';

interface TextToTell {
  readonly blocks: BlockSequence;
  readonly choice: DialectChoice;
  slice(start: number, end: number): string;
}

/** Returns the kind of a document. For JSON, nothing has to be detected. */
export const documentKind = byKind<[], TextKind | 'json'>({ text: textKind, json: () => 'json' });

/**
 * The length of the beginning that is passed to the detection of streams (UTF-16 units). The detection examines less than this, so it can
 * tell that the last line is cut off.
 */
const beginning = 1 << 17;

/**
 * Returns the kind of a text. A text without any control token, and without `version` in a document header, is not a transcript, unless the
 * file name or a choice indicates that it is. A stream is never a transcript, even if its data contain tokens.
 */
export function textKind(read: TextToTell): TextKind {
  const { blocks, choice } = read;
  if (isStream(read)) return 'stream';
  if (!isDoubtful(choice) || hasMessage(blocks)) return 'transcript';
  let text = '';
  for (const block of blocks) {
    if (block.kind === 'document-header' && headerValues(block).get('version')) return 'transcript';
    if (block.kind !== 'document-header') text += block.text;
  }
  const isBlank = blocks.at(0)?.kind !== 'document-header' && text.replace(/^\uFEFF/, '').trim() === '';
  return isBlank || hasToken(text) || isMisspelled(text) || completedBy(text) ? 'transcript' : 'other';
}

/**
 * Whether a text can be changed without asking the user about each change. This requires a control token, and that the text before the
 * first message does not suggest that the token is only quoted, as in a log, a page or a program.
 */
export function isCertain(read: TextToTell): boolean {
  const { blocks, choice } = read;
  if (isStream(read)) return false;
  const first = blocks.at(0)?.kind === 'document-header' ? 1 : 0;
  if (!hasMessage(blocks) && !hasToken(blocks.at(first)?.text ?? '')) return false;
  return !isDoubtful(choice) || beginsAsTranscript(blocks, first);
}

const isDoubtful = ({ dialect, doubtful }: DialectChoice) => doubtful === true && dialect === undefined;

function isStream(read: TextToTell): boolean {
  const first = read.blocks.at(0);
  // Some control tokens, such as `[gMASK]`, look like the beginning of JSON, but streams never begin with one.
  return (
    first !== undefined &&
    mayBeStream(first.text) &&
    first.family.tokenAt(first.text, 0) === undefined &&
    isEventStream(read.slice(0, beginning))
  );
}

/** A quick check, since most texts are not streams. */
const mayBeStream = (text: string) =>
  /^\uFEFF?\s*[:dierH{[]/.test(text) || (text.length < beginning && text.includes('\ndata:'));

/** Apart from a header and a prelude at the beginning, every block is a message. */
const hasMessage = (blocks: BlockSequence): boolean =>
  blocks.length > 2 || [blocks.at(0), blocks.at(1)].some((block) => block?.kind === 'message');

const all = [...new Set(dialects.flatMap((dialect) => tokensOf[dialect]))];
const tokenAt = lookup(all);
const spellings = Object.values(families).map((family) => family.spellings);

function hasToken(text: string): boolean {
  for (let at = text.indexOf('<|'); at >= 0; at = text.indexOf('<|', at + 2)) if (tokenAt(text, at)) return true;
  return false;
}

const isMisspelled = (text: string): boolean =>
  spellings.some((how) => !misspellings(text, 0, text.length, how).next().done);

const words = (facts: readonly { readonly name: string }[]) => facts.map(({ name }) => name).join('|');
/** Matches words at the beginning of a header whose opener is lost. */
const headerWords = new RegExp(
  `^\\s*(?:(?:${words(roles)}|${words(channels)}|(?:${toolRolePrefixes.join('|')})\\.\\S+|to=\\S+|(?:${words(attributes)})=\\S+|json|code)(?:\\s+|$))*$`,
);
/** Matches text that is meant as a document header, but is not read as one. */
const almostHeader = /(?:^|[\r\n])[{"']{0,2}version["']?[ \t]*(?:[:=][ \t]*)?["']?v?\d/i;

/**
 * Whether a text begins with a message, or with text that is meant as one. White space, sequence tokens and a document header may precede
 * it.
 */
function beginsAsTranscript(blocks: BlockSequence, first: number): boolean {
  const block = blocks.at(first);
  if (block === undefined) return false;
  const text = block.text.replace(/^\uFEFF/, '');
  const token = text.search(/[<＜][ \t]?\\?[|｜]/);
  if (block.kind === 'message')
    return !has(block, Trait.Implied) || headerWords.test(token < 0 ? text : text.slice(0, token));
  const at = text.search(/\S/);
  return (
    at < 0 ||
    tokenAt(text, at) !== undefined ||
    spellings.some((how) => misspelledAt(text, at, how)) ||
    headerWords.test(token < 0 ? text : text.slice(0, token)) ||
    (almostHeader.test(text) && /[\r\n]$/.test(text))
  );
}
