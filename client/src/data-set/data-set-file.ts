/** Recognizes data sets by their file names. Builds the addresses of rows, and chooses the custom editor of a file. */
import { Uri } from 'vscode';

/** The custom editors declared in package.json. `packed` is the default editor of its files, since they are not text. */
export const viewTypes = { text: 'ocml.dataSet', packed: 'ocml.packedDataSet' } as const;

/** The scheme of the documents that show a single row. */
export const rowScheme = 'ocml-row';

const packed = /\.(?:parquet|gz|zst)$/i;
// A file ending in `.eval` is an archive that cannot be shown: the editor names the tool that reads it.
const rows = /\.(?:jsonl|ndjson|json|parquet)(?:\.(?:gz|zst))?$|\.eval$/i;

export const isDataSetFile = ({ path }: Uri): boolean => rows.test(path);
export const isTextOfRows = ({ path }: Uri): boolean => !packed.test(path);
export const viewTypeOf = (uri: Uri): string => (isTextOfRows(uri) ? viewTypes.text : viewTypes.packed);

export const nameOf = ({ path }: Uri): string => path.split('/').at(-1) ?? path;

/**
 * Returns the address under which a row is opened as a document. If the file name ends with the name of a format, such as `.messages`, so
 * does the address.
 */
export function rowUri(file: Uri, number: number): Uri {
  const [, stem = '', kind = ''] =
    /^(.*?)((?:\.(?:chatml|ocml|messages|events))?)(?:\.[^./]*){0,2}$/i.exec(file.path) ?? [];
  return Uri.from({ scheme: rowScheme, path: `${stem}.row-${number}${kind}.json`, query: String(file) });
}

/** Returns the file and the number of the row that an address from `rowUri` names. */
export function rowOf({ path, query }: Uri): { readonly file: Uri; readonly number: number } | undefined {
  const number = Number(/\.row-(\d+)\.[^/]*$/.exec(path)?.[1]);
  try {
    return Number.isSafeInteger(number) ? { file: Uri.parse(query, true), number } : undefined;
  } catch {
    return undefined;
  }
}
