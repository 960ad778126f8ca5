/** Counts the tokens of a document: for `ocml/tokens`, for hovers and for hints. Loaded with the first of these requests. */

import type { Hover, InlayHint, MarkupContent, Position, Range } from 'vscode-languageserver';
import type { MessageTokens, Tokens, TokensParams } from '../../../../protocol/token-counts.ts';
import type { AnyDocument } from '../../documents/document.ts';
import { cursorAt, isPosition } from '../../features/support/cursor.ts';
import { placesIn } from '../../features/support/places-in.ts';
import { isUnchosen } from '../../grammar/index.ts';
import { messagesOf } from '../../model/json/message.ts';
import { dialectOfUnit } from '../../model/json/shapes.ts';
import { byKind } from '../../syntax/any-document.ts';
import type { Block } from '../../syntax/block.ts';
import type { JsonDocument } from '../../syntax/json/document.ts';
import type { JsonUnit } from '../../syntax/json/json-unit.ts';
import { lastAtMost } from '../../syntax/json/nodes.ts';
import type { Transcript } from '../../syntax/transcript.ts';
import type { Settings } from '../settings.ts';
import type { WorkerQueue } from '../workshop/workshop.ts';
import { Sum } from './block-sizes.ts';
import type { JsonCount, Task } from './tasks.ts';
import { type Counting, createVocabularies } from './vocabulary.ts';

/** The number of tokens in a message. `headerEnd`: the position for a hint; if missing, the hint is at the start of the message. */
interface PlacedTokens extends MessageTokens {
  readonly headerEnd?: Position;
}

/** The maximum number of messages listed, which is more than any screen shows. */
const MAX_MESSAGES = 1000;
/**
 * The maximum length of JSON that is counted (UTF-16 units). JSON is counted as a whole, and a longer document would
 * need more memory than a thread has.
 */
const MAX_JSON_LENGTH = 50_000_000;
/**
 * The maximum time that a hover waits for a count, in milliseconds. Loading a vocabulary takes longer, so only a later
 * hover shows the count.
 */
const patience = 100;

interface Surroundings {
  get(uri: string): AnyDocument | undefined;
  settingsOf(uri: string): Settings;
  folders(): Promise<readonly string[]>;
  /** The thread in which tokens are counted. */
  readonly workshop: WorkerQueue<Task>;
}

const isRange = (range: Range | undefined): range is Range => isPosition(range?.start) && isPosition(range?.end);

export function createTokens({ get, settingsOf, folders, workshop }: Surroundings) {
  const vocabularyOf = createVocabularies(workshop, folders);
  const countingOf = (document: AnyDocument) => vocabularyOf(document, settingsOf(document.uri));
  /** The latest counts of JSON documents, which are always counted as a whole. */
  const ofJson = new WeakMap<JsonDocument, { key: string; version: number; counts: Promise<readonly JsonCount[]> }>();
  /**
   * The vocabularies with a count that took too long for a hover. Until that count is available, hovers do not wait for counts with the
   * same vocabulary.
   */
  const overdue = new Set<Counting>();

  function jsonCounts(document: JsonDocument, { key, ask }: Counting): Promise<readonly JsonCount[]> {
    const { uri, version, dialect } = document;
    const cachedCounts = ofJson.get(document);
    if (cachedCounts?.version === version && cachedCounts.key === key) return cachedCounts.counts;
    const text = document.getText();
    if (text.length > MAX_JSON_LENGTH)
      return Promise.reject(new Error('Tokens are not counted in data sets larger than 50 MB: use `ocml tokens`.'));
    const chosen = isUnchosen(dialect) ? undefined : dialect;
    const task = { kind: 'json', uri, text, dialect: chosen, rowNames: document.names } as const;
    // A later request about the same document cancels this one.
    const counts = ask<JsonCount[]>(`json ${uri}`, task, text.length).then((messageCounts) => {
      if (messageCounts === undefined) throw new Error('The document has been edited in the meantime.');
      return messageCounts;
    });
    ofJson.set(document, { key, version, counts });
    return counts;
  }

  /** Counts a text in the vocabulary of the document. A later request about the same document cancels this one. */
  async function sumOfText(text: string, uri: string, counting: Counting): Promise<Sum | undefined> {
    const counts = await counting.ask<number[]>(`text ${uri}`, { kind: 'texts', texts: [text] }, text.length);
    if (counts === undefined) return undefined;
    const sum = new Sum();
    [sum.tokens = 0] = counts;
    return sum;
  }

  const sumOf = byKind<
    [counting: Counting, within: Range | undefined, isOver: () => boolean],
    Promise<Sum | undefined>
  >({
    text: (transcript, { sizes }, _within, isOver) => sizes.total(() => transcript.blocks, isOver),
    async json(document, counting, within) {
      const sum = new Sum();
      const [from, to] = within
        ? [document.offsetAt(within.start), document.offsetAt(within.end)]
        : [0, Number.POSITIVE_INFINITY];
      for (const { start, channel, tokens, exact } of await jsonCounts(document, counting)) {
        if (start < from || start >= to) continue;
        sum.tokens += tokens;
        sum.exact &&= exact;
        if (channel !== undefined) sum.onChannel(channel, tokens);
      }
      return sum;
    },
  });

  const messagesIn = byKind<
    [range: Range, counting: Counting, isOver: () => boolean],
    Promise<readonly PlacedTokens[]>
  >({
    text: messagesInText,
    async json(document, range, counting) {
      const [from, to] = [document.offsetAt(range.start), document.offsetAt(range.end)];
      const counts = (await jsonCounts(document, counting)).filter(({ start }) => start >= from && start <= to);
      return counts.slice(0, MAX_MESSAGES).map(({ start, tokens, exact }) => ({
        position: document.positionAt(start),
        tokens,
        estimated: !exact,
      }));
    },
  });

  async function messagesInText(
    transcript: Transcript,
    range: Range,
    counting: Counting,
    isOver: () => boolean,
  ): Promise<readonly PlacedTokens[]> {
    const places = [];
    for (const place of placesIn(transcript, range)) {
      if (places.length >= MAX_MESSAGES) break;
      if (place.block.kind === 'message') places.push(place);
    }
    const { version } = transcript;
    await counting.sizes.add(
      places.map(({ block }) => block),
      isOver,
    );
    // The positions belong to the version in which they were found.
    if (transcript.version !== version) return [];
    return places.flatMap((place) => {
      const size = counting.sizes.of(place.block);
      if (size === undefined) return [];
      return {
        position: transcript.positionIn(place, 0),
        headerEnd: transcript.positionIn(place, place.block.headerEnd),
        tokens: size.tokens,
        estimated: !size.exact,
      };
    });
  }

  /** Returns the number of tokens in the message whose header contains a position; undefined for any other position. */
  const countAt = byKind<
    [position: Position, about: Range | undefined, counting: Counting],
    Promise<{ readonly tokens: number; readonly estimated: boolean } | undefined>
  >({
    async text(transcript, position, _about, counting) {
      const cursor = cursorAt(transcript, transcript.offsetAt(position));
      if (!cursor || !isInHeader(cursor.block, cursor.at)) return undefined;
      await counting.sizes.add([cursor.block], () => false);
      const size = counting.sizes.of(cursor.block);
      return size && { tokens: size.tokens, estimated: !size.exact };
    },
    async json(document, position, about, counting) {
      if (about === undefined || !isSpeaker(document, document.offsetAt(about.start))) return undefined;
      const counts = await jsonCounts(document, counting);
      const jsonCount = lastAtMost(counts, document.offsetAt(position), ({ start }) => start);
      return jsonCount && { tokens: jsonCount.tokens, estimated: !jsonCount.exact };
    },
  });

  return {
    vocabularyOf: countingOf,
    /** Counts the tokens of a document; undefined if the request was cancelled. */
    async answer(
      document: AnyDocument,
      { textDocument, range, within, text }: TokensParams,
      isCancelled: () => boolean,
    ): Promise<Tokens | undefined> {
      const isOver = () => isCancelled() || get(textDocument.uri) !== document;
      const counting = await countingOf(document);
      const createTokens = (sum: Sum, more: Partial<Tokens>): Tokens => ({
        version: document.version,
        encoding: counting.name,
        total: sum.tokens + sum.outside,
        outside: sum.outside,
        estimated: !sum.exact,
        channels: [...sum.channels].sort(([, a], [, b]) => b - a).map(([name, tokens]) => ({ name, tokens })),
        ...more,
      });
      try {
        const messageRange = isRange(range) ? range : undefined;
        const messages = messageRange && (await messagesIn(document, messageRange, counting, isOver));
        const sum =
          typeof text === 'string'
            ? await sumOfText(text, document.uri, counting)
            : await sumOf(document, counting, isRange(within) ? within : undefined, isOver);
        if (sum === undefined || isOver()) return undefined;
        return createTokens(sum, messages ? { messages: messages.map(({ headerEnd: _, ...one }) => one) } : {});
      } catch (error) {
        if (isOver()) return undefined;
        return createTokens(new Sum(), { error: (error as Error).message });
      }
    },

    /** Adds the number of tokens in a message to the hover on its header. */
    async hover(document: AnyDocument, position: Position, baseHover: Hover): Promise<Hover> {
      const { value } = baseHover.contents as MarkupContent;
      const counting = await countingOf(document);
      if (overdue.has(counting)) return baseHover;
      const messageTokens = await inTime(countAt(document, position, baseHover.range, counting), counting);
      if (messageTokens === undefined) return baseHover;
      const { tokens, estimated } = messageTokens;
      const line = `**${formatTokens(tokens, estimated)}** in this message · ${counting.name}`;
      return { ...baseHover, contents: { kind: 'markdown', value: `${value}\n\n---\n\n${line}` } };
    },

    /** Adds a hint with the number of tokens for each message. */
    async hints(document: AnyDocument, range: Range, inlayHints: readonly InlayHint[], isCancelled: () => boolean) {
      const counting = await countingOf(document);
      const isOver = () => isCancelled() || get(document.uri) !== document;
      const placedTokens = await messagesIn(document, range, counting, isOver).catch(() => []);
      const hints = placedTokens.map(
        ({ position, headerEnd, tokens, estimated }): InlayHint => ({
          position: headerEnd ?? position,
          label: formatTokens(tokens, estimated),
          tooltip: `Tokens in this message, ${estimated ? 'estimated' : 'counted'} with ${counting.name}.`,
          ...(headerEnd ? { paddingLeft: true } : { paddingRight: true }),
        }),
      );
      return [...inlayHints, ...hints];
    },
  };

  /** Returns a count if it is available before a hover stops waiting. Returns undefined if it is not, or if counting fails. */
  async function inTime<Count>(count: Promise<Count>, counting: Counting): Promise<Count | undefined> {
    const limit = new Promise<undefined>((resolve) => {
      const timer = setTimeout(() => {
        overdue.add(counting);
        resolve(undefined);
      }, patience);
      const settled = () => {
        clearTimeout(timer);
        overdue.delete(counting);
      };
      count.then(settled, settled);
    });
    return Promise.race([count.catch(() => undefined), limit]);
  }
}

const isInHeader = ({ kind, bodyStart, headerEnd }: Block, at: number): boolean =>
  kind === 'message' && at < Math.max(bodyStart, headerEnd);

/** Whether the role of a message begins at an offset. */
function isSpeaker(document: JsonDocument, offset: number): boolean {
  const index = document.indexAt(offset);
  const unit = document.units[index] as JsonUnit;
  const at = offset - document.startOf(index);
  return messagesOf(unit, dialectOfUnit(unit, document.dialect)).some(({ roleSpan }) => roleSpan.start === at);
}

/** Returns text such as `1,234 tokens`, or `≈ 1,234 tokens` for an estimate. */
function formatTokens(tokens: number, estimated: boolean): string {
  const count = `${tokens.toLocaleString('en')} ${tokens === 1 ? 'token' : 'tokens'}`;
  return estimated ? `≈ ${count}` : count;
}
