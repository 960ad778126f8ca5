/**
 * Files that a user follows as they grow: the client reports appended text, and requests are answered as for open documents.
 * Only the end of a long file is kept. Loaded with the first followed file.
 */

import type { FollowedText, FollowParams } from '../../../protocol/followed-files.ts';
import type { Received } from '../../../protocol/requests.ts';
import type { AnyDocument } from '../documents/document.ts';
import { isUnchosen } from '../grammar/index.ts';
import { areRecords } from '../model/json/sessions/recognise.ts';
import { byKind } from '../syntax/any-document.ts';
import { type Block, has, Trait } from '../syntax/block.ts';
import type { JsonDocument } from '../syntax/json/document.ts';
import { type JsonUnit, readUnit } from '../syntax/json/json-unit.ts';
import type { Transcript } from '../syntax/transcript.ts';
import type { Documents } from './documents.ts';

/**
 * The maximum length of the text to keep (UTF-16 units), if only the end is kept, or the whole file. When it is exceeded, half of it is
 * kept.
 */
const FOLLOWED_LIMITS = { end: 4_000_000, all: 256 * 1024 * 1024 } as const;

/** Up to this length (UTF-16 units), the whole document is parsed again, since its dialect may depend on all of its text. */
const short = 20_000;

/** Which part of the file is kept, and whether more text follows immediately. */
interface How {
  readonly keeps?: keyof typeof FOLLOWED_LIMITS;
  readonly more?: boolean;
}

interface Followed {
  /** The pieces received so far of a text that is parsed when it is complete. */
  pieces: string[];
  readonly keeps: keyof typeof FOLLOWED_LIMITS;
  document: AnyDocument;
  dropped: number;
  /** Whether the dialect is fixed, since the beginning that indicated it has been dropped. */
  settled: boolean;
}

export function createFollowed(documents: Pick<Documents, 'read' | 'reread' | 'place'>) {
  const all = new Map<string, Followed>();

  function forget(uri: string): void {
    all.delete(uri);
    documents.place(uri, undefined);
  }

  return {
    forget,
    /** The answer to `ocml/follow`. */
    answer(params: Received<FollowParams>): FollowedText | null {
      const { languageId, text, anew, all, more } = params ?? {};
      if (typeof text !== 'string' || typeof languageId !== 'string') return null;
      const how = { keeps: all === true ? 'all' : 'end', more: more === true } as const;
      return this.feed(String(params?.textDocument?.uri), text, anew === true ? languageId : undefined, how);
    },
    /**
     * Appends text to a known file; with `languageId`, the text begins a file. With `more`, the text is parsed together with the next one.
     * Returns null if the file is unknown.
     */
    feed(
      uri: string,
      text: string,
      languageId: string | undefined,
      { keeps = 'end', more }: How = {},
    ): FollowedText | null {
      if (languageId !== undefined) {
        // A new version, since answers about the old text do not apply to the new text.
        const version = (all.get(uri)?.document.version ?? 0) + 1;
        const document = documents.read(fileOf(uri), languageId, version, more ? '' : text);
        all.set(uri, { keeps, document, pieces: [], dropped: 0, settled: false });
      }
      const followed = all.get(uri);
      if (followed === undefined) return null;
      if (more) followed.pieces.push(text);
      else if (languageId === undefined) grow(followed, text);
      if (followed.document.length > FOLLOWED_LIMITS[followed.keeps]) shorten(followed);
      const { document, dropped } = followed;
      const tooLong = document.length > FOLLOWED_LIMITS[followed.keeps];
      documents.place(uri, document);
      return { end: document.positionAt(document.length), dropped, tooLong };
    },
  };

  function grow(followed: Followed, added: string): void {
    const { document, settled, pieces } = followed;
    const text = [...pieces, added].join('');
    followed.pieces = [];
    if (document.length <= short && !settled) {
      const { uri, languageId, version } = document;
      followed.document = documents.read(uri, languageId, version + 1, document.getText() + text);
      return;
    }
    const isLog = 'records' in document && document.records;
    append(document, text);
    // The kind of a log is known from its beginning.
    if (!settled && !isLog) followed.document = documents.reread(document);
  }

  /** Drops the oldest messages or lines. The rest keeps the dialect of the whole. */
  function shorten(followed: Followed): void {
    const { document, keeps } = followed;
    const length = FOLLOWED_LIMITS[keeps] / 2;
    const { text, count } = endOf(document, length);
    if (count === 0) return;
    const { uri, languageId, version, dialect } = document;
    followed.dropped += count;
    followed.settled = !isUnchosen(dialect);
    followed.document = documents.read(uri, languageId, version + 1, text, followed.settled ? dialect : undefined);
  }
}

/** The URI of the file: the fragment identifies the follower. */
const fileOf = (uri: string) => uri.replace(/#.*$/s, '');

function append(document: AnyDocument, text: string): void {
  const end = document.positionAt(document.length);
  document.update([{ range: { start: end, end }, text }], document.version + 1);
}

/** The last whole messages or lines of a document, up to a length, and the number of messages before them. */
const endOf = byKind({ text: lastMessages, json: lastLines });

/** The document header, and the last messages, from a message with an opener on, which earlier text cannot affect. */
function lastMessages({ blocks }: Transcript, kept: number): { text: string; count: number } {
  const first = blocks.at(0);
  const header = first?.kind === 'document-header' ? 1 : 0;
  let place = blocks.placeAt(blocks.textLength - kept);
  let index = Math.max(header, (place?.index ?? 0) + 1);
  while (index < blocks.length && !isWhole(blocks.at(index) as Block)) index++;
  place = blocks.at(index) && blocks.placeOf(blocks.at(index) as Block);
  // If the last message alone exceeds the limit, it is kept.
  if (place === undefined) {
    index = blocks.length - 1;
    if (!isWhole(blocks.at(index) as Block)) return { text: '', count: 0 };
  }
  const texts = [...blocks.slice(0, header), ...blocks.slice(index)].map(({ text }) => text);
  return { text: texts.join(''), count: index - header };
}

const isWhole = (block: Block) => block.kind === 'message' && !has(block, Trait.Implied);

function lastLines(document: JsonDocument, kept: number): { text: string; count: number } {
  const text = document.getText();
  const from = text.length - kept;
  // If the last line alone exceeds the limit, it is kept.
  const at = document.lines || document.records ? text.indexOf('\n', from) + 1 || text.lastIndexOf('\n', from) + 1 : 0;
  const head = document.records && at > 0 ? tellingLine(document, at) : '';
  if (head.length >= at) return { text, count: 0 };
  return { text: head + text.slice(at), count: at === 0 ? 0 : text.slice(0, at).split('\n').length - (head ? 2 : 1) };
}

/**
 * The first record before an offset that identifies the log's source: without this record, the rest might be mistaken for a log of another
 * kind.
 */
function tellingLine({ units }: JsonDocument, end: number): string {
  const { root, text } = readUnit(units[0] as JsonUnit);
  const items = root?.kind === 'array' ? root.items.slice(0, MAX_TELLING_RECORDS) : [];
  const record = items.find((item) => areRecords([item]));
  return record && record.end < end ? `${text.slice(record.start, record.end)}\n` : '';
}

/** The source of a log is recognizable within this many records. */
const MAX_TELLING_RECORDS = 50;
