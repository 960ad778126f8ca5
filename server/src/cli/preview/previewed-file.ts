/** The file of a preview. It is read at the first request, and again after changes. */
import { stat } from 'node:fs/promises';
import { openDocument } from '../../documents/document.ts';
import { sniff } from '../../documents/sniff.ts';
import { whyUnreadable } from '../../files/regular.ts';
import type { AnyDialectId } from '../../grammar/index.ts';
import type { AnyDocument } from '../../syntax/any-document.ts';
import { readNamed } from '../commands/one-file.ts';
import { namesOfRows } from '../dialects.ts';
import type { Source } from '../files/source.ts';
import { answersIn, whyNoMessages } from '../stream/answer-events.ts';

/** The interval between checks for changes, in milliseconds. */
const INTERVAL = 200;

/** The document in a file, or the reason why there is none, as a sentence. */
export type Read = { readonly document: AnyDocument } | { readonly failure: string };

export interface PreviewedFile {
  readonly name: string;
  read(): Promise<Read>;
  /** Calls `changed` after each change of the file. */
  watch(changed: () => void): void;
}

/** Returns a stamp of a file's current state, which changes when the file does; undefined if the file does not exist. */
async function stampOf(path: string): Promise<string | undefined> {
  try {
    const stats = await stat(path);
    return stats.isFile() ? `${stats.dev} ${stats.ino} ${stats.size} ${stats.mtimeMs}` : 'not a file';
  } catch {
    return undefined;
  }
}

/** Returns the file of a source. Rejects if the source is not a file. `dialectFor`: returns the dialect chosen for a file by its name. */
export async function previewedFile(
  source: Source,
  dialectFor: (file: string) => AnyDialectId | undefined,
): Promise<PreviewedFile> {
  const { path, file } = source;
  if (!(await stat(path)).isFile()) throw new Error(`${file} is not a file, and only files can be previewed`);
  let version = 0;
  let lastRead: { readonly stamp: string; readonly read: Promise<Read> } | undefined;

  async function open(): Promise<Read> {
    try {
      const answers = answersIn(file, { name: file, text: (await readNamed(source)).text }, 'preview');
      const chosen = answers.added ? undefined : dialectFor(file);
      const { name, text } = answers;
      const sniffed = sniff(name, text, chosen, namesOfRows()(file));
      const document = openDocument(name, 'ocml', ++version, text, chosen, undefined, sniffed);
      const whyNone = whyNoMessages(document);
      return whyNone === undefined ? { document } : { failure: `${file}: ${whyNone}.` };
    } catch (error) {
      return { failure: `${whyUnreadable(error)}.` };
    }
  }

  return {
    name: file,
    async read() {
      const stamp = await stampOf(path);
      if (stamp === undefined)
        return { failure: `${file} no longer exists. If it is created again, it is shown again.` };
      if (stamp === 'not a file') return { failure: `${file} is no longer a file.` };
      if (lastRead?.stamp !== stamp) lastRead = { stamp, read: open() };
      return lastRead.read;
    },
    watch(changed) {
      let last: string | undefined;
      let isFirst = true;
      const look = async () => {
        const stamp = await stampOf(path);
        if (!isFirst && stamp !== last) changed();
        [last, isFirst] = [stamp, false];
        setTimeout(look, INTERVAL);
      };
      void look();
    },
  };
}
