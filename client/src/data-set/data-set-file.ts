/** Recognizes data sets by file names, and names their rows and editors. */
import { Uri } from 'vscode';

/** The custom editors of `package.json`: the second is the default for files that are not text. */
export const viewTypes = { text: 'ocml.dataSet', packed: 'ocml.packedDataSet' } as const;

/** The scheme of documents that are one row. */
export const rowScheme = 'ocml-row';

const packed = /\.(?:parquet|gz|zst)$/i;
// `.eval` is an archive: the editor reports which tool reads such a file.
const rows = /\.(?:jsonl|ndjson|json|parquet)(?:\.(?:gz|zst))?$|\.eval$/i;

export const isDataSetFile = ({ path }: Uri): boolean => rows.test(path);
export const isTextOfRows = ({ path }: Uri): boolean => !packed.test(path);
export const viewTypeOf = (uri: Uri): string => (isTextOfRows(uri) ? viewTypes.text : viewTypes.packed);

export const nameOf = ({ path }: Uri): string => path.split('/').at(-1) ?? path;

/** The address of a row as a document. It has the extension of the file if that indicates the content. */
export function rowUri(file: Uri, number: number): Uri {
  const [, stem = '', kind = ''] =
    /^(.*?)((?:\.(?:chatml|ocml|messages|events))?)(?:\.[^./]*){0,2}$/i.exec(file.path) ?? [];
  return Uri.from({ scheme: rowScheme, path: `${stem}.row-${number}${kind}.json`, query: String(file) });
}

/** The file and the row named by a row's address. */
export function rowOf({ path, query }: Uri): { readonly file: Uri; readonly number: number } | undefined {
  const number = Number(/\.row-(\d+)\.[^/]*$/.exec(path)?.[1]);
  try {
    return Number.isSafeInteger(number) ? { file: Uri.parse(query, true), number } : undefined;
  } catch {
    return undefined;
  }
}
