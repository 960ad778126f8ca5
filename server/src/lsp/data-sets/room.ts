/** The answers to requests about data sets. Loaded with the first of these requests. */
import type { Connection } from 'vscode-languageserver';
import type {
  ExportedRows,
  ExportRowsParams,
  FoundRow,
  OpenDataSetParams,
  OpenedDataSet,
  OpenedRow,
  OpenRowParams,
  SelectedRows,
  SelectRowsParams,
} from '../../../../protocol/data-sets.ts';
import type { ParamsOf, Received, ResultOf } from '../../../../protocol/requests.ts';
import type { DataSet } from '../../data-set/data-set.ts';
import { TextDataSet } from '../../data-set/in-memory/text-data-set.ts';
import { Refusal } from '../../features/support/feature.ts';
import { pathOf } from '../../files/addresses.ts';
import { unpackedName } from '../../packed/names.ts';
import type { DataSetMethod } from '../data-sets.ts';
import type { Documents } from '../documents.ts';
import type { Settings } from '../settings.ts';
import { tokenizerFile } from '../tokens/tokenizer-path.ts';
import { createOpener } from './opener.ts';
import { readingOf, vocabularyFor } from './reading.ts';
import { filterIn, findIn, isCount, sortIn } from './received.ts';
import { throttled } from './throttle.ts';

export interface DataSetSurroundings {
  readonly connection: Pick<Connection, 'sendNotification'>;
  readonly documents: Pick<Documents, 'read' | 'place'>;
  settingsOf(uri: string): Settings;
  /** Returns the addresses of the open folders. */
  folders(): Promise<readonly string[]>;
}

export type DataSetAnswers = {
  readonly [Method in DataSetMethod]: (params: Received<ParamsOf<Method>>) => Promise<ResultOf<Method>>;
} & { close(params: unknown): void };

interface OpenSet {
  readonly id: number;
  readonly uri: string;
  readonly data: DataSet | TextDataSet;
  /** The address of the document with the row that was opened last. */
  placed: string | undefined;
  version: number;
}

/** The minimum interval between two notifications about the progress of a data set, in milliseconds. */
const NOTIFY_EVERY = 100;
/**
 * The maximum size of a row that is opened as a whole, in bytes. A client receives a row as one string, in which
 * escapes can take up to six times as much space.
 */
const MAX_ROW_SIZE = 1 << 26;
const tooLong =
  'This row is larger than 64 MB, which is too large for the editor. Extract it on the command line: `ocml rows`.';

export function createDataSets({ connection, documents, settingsOf, folders }: DataSetSurroundings): DataSetAnswers {
  const open = new Map<number, OpenSet>();
  const opener = createOpener();
  let count = 0;

  const setOf = (params: unknown): OpenSet | undefined => {
    const id = (params as { readonly id?: unknown } | null | undefined)?.id;
    return typeof id === 'number' ? open.get(id) : undefined;
  };

  async function openDataSet(params: Received<OpenDataSetParams>): Promise<OpenedDataSet> {
    const uri = String(params?.uri);
    const text: unknown = params?.text;
    const id = ++count;
    const changed = throttled(NOTIFY_EVERY, () => {
      const one = open.get(id);
      if (one) void connection.sendNotification('ocml/dataSetChanged', { id, state: one.data.state });
    });
    try {
      const reading = (path: string, head: string) => readingOf(path, unpackedName(path), head, settingsOf(uri));
      const data =
        typeof text === 'string'
          ? new TextDataSet(text, (head) => reading(pathOf(uri) ?? uri, head), {
              changed,
              isDamaged: params?.isDamaged === true,
            })
          : await opener.open(uri, reading, changed);
      if (data === undefined) return { refused: 'Only files on this computer can be opened as data sets.' };
      open.set(id, { id, uri, data, placed: undefined, version: 0 });
      return { id, kind: data.kind, state: data.state };
    } catch (error) {
      return { refused: `This file cannot be opened as a data set: ${opener.whyNot(error).replace(/\.$/, '')}.` };
    }
  }

  async function openRow(params: Received<OpenRowParams>): Promise<OpenedRow | null> {
    const one = setOf(params);
    const number = Number(params?.number);
    const content = await one?.data.content(number, params?.whole === true ? MAX_ROW_SIZE : undefined);
    // The data set may have been closed while the row was read.
    if (one === undefined || content === undefined || !open.has(one.id)) return null;
    const { text, isPart, length, isTooLong, fault: broken } = content;
    const fault = isTooLong ? tooLong : broken;
    forgetRow(one);
    const languageId = one.data.kind === 'list' ? 'json' : 'jsonl';
    const uri = `${one.uri}#row-${number}-${one.id}`;
    documents.place(uri, documents.read(unpackedName(one.uri), languageId, ++one.version, text));
    one.placed = uri;
    return { uri, languageId, isPart, length, ...(fault && { fault }) };
  }

  function forgetRow(one: OpenSet): void {
    if (one.placed !== undefined) documents.place(one.placed, undefined);
    one.placed = undefined;
  }

  async function selectRows(params: Received<SelectRowsParams>): Promise<SelectedRows | null> {
    const one = setOf(params);
    if (one === undefined) return null;
    const [find, filter, sort] = [findIn(params?.find), filterIn(params?.filter), sortIn(params?.sort)];
    try {
      const asksForTokens = filter?.tokens !== undefined || sort?.by === 'tokens';
      const settings = settingsOf(one.uri);
      const vocabulary = asksForTokens
        ? await vocabularyFor(settings, (path) => tokenizerFile(path, one.uri, folders))
        : undefined;
      await one.data.select({
        ...(find && { find }),
        ...(filter && { filter }),
        ...(sort && { sort }),
        ...(vocabulary && { vocabulary }),
      });
      return { refused: null };
    } catch (error) {
      return { refused: (error as Error).message };
    }
  }

  async function exportRows(params: Received<ExportRowsParams>): Promise<ExportedRows | null> {
    const one = setOf(params);
    if (one === undefined) return null;
    try {
      if (one.data instanceof TextDataSet) return one.data.exported();
      return { count: await opener.export(one.data, String(params?.to)) };
    } catch (error) {
      return { count: 0, refused: opener.whyNot(error) };
    }
  }

  const foundRow = ({ data }: OpenSet, number: number | undefined): FoundRow => ({
    number: number ?? null,
    place: (number === undefined ? undefined : data.placeOf(number)) ?? null,
  });

  return {
    'ocml/openDataSet': openDataSet,
    'ocml/openRow': openRow,
    'ocml/selectRows': selectRows,
    'ocml/exportRows': exportRows,
    async 'ocml/dataSetRows'(params) {
      const one = setOf(params);
      const { from, count: length } = params ?? {};
      return one && isCount(from) && isCount(length) ? { rows: await one.data.rows(from, length) } : null;
    },
    async 'ocml/rowText'(params) {
      const content = await setOf(params)?.data.content(Number(params?.number), MAX_ROW_SIZE);
      if (content?.isPart) throw new Refusal(tooLong);
      return content ? { text: content.text } : null;
    },
    async 'ocml/checkDataSet'(params) {
      setOf(params)?.data.check();
      return null;
    },
    async 'ocml/stopDataSetJob'(params) {
      setOf(params)?.data.stop();
      return null;
    },
    async 'ocml/nextProblemRow'(params) {
      const one = setOf(params);
      const number = Number(params?.number);
      return one ? foundRow(one, one.data.nextProblem(number, params?.backwards === true)) : null;
    },
    async 'ocml/placeOfRow'(params) {
      const one = setOf(params);
      const number = Number(params?.number);
      if (one === undefined || !Number.isSafeInteger(number)) return null;
      return { number, place: one.data.placeOf(number) ?? null };
    },
    close(params) {
      const one = setOf(params);
      if (one === undefined) return;
      open.delete(one.id);
      forgetRow(one);
      void one.data.close().then(() => {
        if (open.size > 0) return;
        opener.rest();
      });
    },
  };
}
