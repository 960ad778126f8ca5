/** `ocml render --as`: what users see of a document, for people to read. */
import { openDocument } from '../../documents/document.ts';
import { type ExportOptions, exported, whyNotShown } from '../../features/export/index.ts';
import { readNamed } from '../commands/one-file.ts';
import { type DialectFlag, dialects } from '../dialects.ts';
import { printAside, writeDocument } from '../output.ts';

/** Returns the exit code: 1 if the requested message is hidden from users, in which case nothing is written. */
export async function renderView(file: string, dialect: DialectFlag, options: ExportOptions): Promise<number> {
  const complain = (message: string) => void printAside([`ocml render: ${message}`]);
  const refused = whyNotShown(options);
  if (refused !== undefined) {
    complain(`error E-PERM-VISIBILITY: ${refused}`);
    return 1;
  }
  const { text } = await readNamed(file);
  const document = openDocument(file, 'ocml', 0, text, dialects(dialect, complain)(file));
  let isEmpty = true;
  for (const piece of exported(document, options)) {
    isEmpty &&= piece.trim() === '';
    if (!(await writeDocument(piece))) break;
  }
  const where = options.channel === undefined ? '' : ` on the channel ${options.channel}`;
  if (isEmpty) complain(`${file}: it contains no message${where}`);
  return 0;
}
