/**
 * Files that a user follows while they grow. The client sends the appended text, and requests are answered as for open
 * documents. If the file is long, only its end is kept. Loaded with the first file to follow.
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
 * The maximum length of the text that is kept (UTF-16 units). `end` applies if only the end of the file is followed, `all` if the whole
 * file is. A longer text is shortened from the beginning, to half of this length.
 */
const FOLLOWED_LIMITS = { end: 4_000_000, all: 256 * 1024 * 1024 } as const;

/**
 * The maximum length (UTF-16 units) of a document that is parsed as a whole after each addition. Its dialect may depend on all of its text.
 */
const short = 20_000;

/** `keeps`: which part of the file is kept. `more`: whether more text follows immediately. */
interface How {
  readonly keeps?: keyof typeof FOLLOWED_LIMITS;
  readonly more?: boolean;
}

interface Followed {
  /** The pieces of text received so far, which will be parsed together with the last one. */
  pieces: string[];
  readonly keeps: keyof typeof FOLLOWED_LIMITS;
  document: AnyDocument;
  dropped: number;
  /** Whether the dialect is fixed, because the beginning of the text, from which it was detected, has been dropped. */
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
    /** Answers `ocml/follow`. */
    answer(params: Received<FollowParams>): FollowedText | null {
      const { languageId, text, anew, all, more } = params ?? {};
      if (typeof text !== 'string' || typeof languageId !== 'string') return null;
      const how = { keeps: all === true ? 'all' : 'end', more: more === true } as const;
      return this.feed(String(params?.textDocument?.uri), text, anew === true ? languageId : undefined, how);
    },
    /**
     * Appends text to a known file or, with `languageId`, starts a new file. With `more`, the text is not parsed until the next text
     * arrives. Returns null if the file is unknown.
     */
    feed(
      uri: string,
      text: string,
      languageId: string | undefined,
      { keeps = 'end', more }: How = {},
    ): FollowedText | null {
      if (languageId !== undefined) {
        // A higher version number, since answers about the old text do not apply to the new text.
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

  function grow(followed: Followed, newText: string): void {
    const { document, settled, pieces } = followed;
    const text = [...pieces, newText].join('');
    followed.pieces = [];
    if (document.length <= short && !settled) {
      const { uri, languageId, version } = document;
      followed.document = documents.read(uri, languageId, version + 1, document.getText() + text);
      return;
    }
    const isLog = 'records' in document && document.records;
    append(document, text);
    // The kind of a log is determined by its beginning, which does not change.
    if (!settled && !isLog) followed.document = documents.reread(document);
  }

  /** Drops the oldest messages or lines. The remaining text is read in the same dialect as before. */
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

/** Returns the URI of the file: a fragment in `uri` only distinguishes followers of the same file. */
const fileOf = (uri: string) => uri.replace(/#.*$/s, '');

function append(document: AnyDocument, text: string): void {
  const end = document.positionAt(document.length);
  document.update([{ range: { start: end, end }, text }], document.version + 1);
}

/** Returns the last complete messages or lines of a document, up to a length, and the number of messages or lines before them. */
const endOf = byKind({ text: lastMessages, json: lastLines });

/** Returns the document header, and the last messages. The first of these begins with an opener, so the dropped text cannot affect it. */
function lastMessages({ blocks }: Transcript, maxLength: number): { text: string; count: number } {
  const first = blocks.at(0);
  const header = first?.kind === 'document-header' ? 1 : 0;
  let place = blocks.placeAt(blocks.textLength - maxLength);
  let index = Math.max(header, (place?.index ?? 0) + 1);
  while (index < blocks.length && !isWhole(blocks.at(index) as Block)) index++;
  place = blocks.at(index) && blocks.placeOf(blocks.at(index) as Block);
  // The last message is kept even if it alone exceeds the limit.
  if (place === undefined) {
    index = blocks.length - 1;
    if (!isWhole(blocks.at(index) as Block)) return { text: '', count: 0 };
  }
  const texts = [...blocks.slice(0, header), ...blocks.slice(index)].map(({ text }) => text);
  return { text: texts.join(''), count: index - header };
}

const isWhole = (block: Block) => block.kind === 'message' && !has(block, Trait.Implied);

function lastLines(document: JsonDocument, maxLength: number): { text: string; count: number } {
  const text = document.getText();
  const from = text.length - maxLength;
  // The last line is kept even if it alone exceeds the limit.
  const at = document.lines || document.records ? text.indexOf('\n', from) + 1 || text.lastIndexOf('\n', from) + 1 : 0;
  const head = document.records && at > 0 ? tellingLine(document, at) : '';
  if (head.length >= at) return { text, count: 0 };
  return { text: head + text.slice(at), count: at === 0 ? 0 : text.slice(0, at).split('\n').length - (head ? 2 : 1) };
}

/**
 * Returns the first record that identifies the source of a log, if it ends before an offset. Without this record, the remaining log might
 * be mistaken for a log of another kind.
 */
function tellingLine({ units }: JsonDocument, end: number): string {
  const { root, text } = readUnit(units[0] as JsonUnit);
  const items = root?.kind === 'array' ? root.items.slice(0, MAX_TELLING_RECORDS) : [];
  const record = items.find((item) => areRecords([item]));
  return record && record.end < end ? `${text.slice(record.start, record.end)}\n` : '';
}

/** The maximum number of records searched for one that identifies the source of a log. */
const MAX_TELLING_RECORDS = 50;
