/** `ocml render --as`: what users see of a document, for people to read. */
import { createChecker, openDocument } from '../../documents/document.ts';
import { type ExportOptions, exported, whyNotShown } from '../../features/export/index.ts';
import { readNamed } from '../commands/one-file.ts';
import { type DialectFlag, dialects } from '../dialects.ts';
import type { Source } from '../files/source.ts';
import { printAside, writeDocument } from '../output.ts';
import { answersIn, whyNoMessages } from '../stream/answer-events.ts';

/** Whether a message has an error is not a matter of anybody's settings here. */
const usual = { strict: false, levels: {} };

/** Returns the exit code: 1 if the requested message is hidden from users, in which case nothing is written. */
export async function renderView(source: Source, dialect: DialectFlag, options: ExportOptions): Promise<number> {
  const { file } = source;
  const complain = (message: string) => void printAside([`ocml render: ${message}`]);
  const refused = whyNotShown(options);
  if (refused !== undefined) {
    complain(`error E-PERM-VISIBILITY: ${refused}`);
    return 1;
  }
  const chosen = dialects(dialect, complain)(file);
  const { name, text, added } = answersIn(file, { name: file, text: (await readNamed(source)).text }, 'render');
  const document = openDocument(name, 'ocml', 0, text, added ? undefined : chosen);
  const whyNone = whyNoMessages(document);
  if (whyNone !== undefined) {
    complain(`${file}: ${whyNone}`);
    return 1;
  }
  let isEmpty = true;
  for (const piece of exported(document, options, createChecker(document, usual))) {
    isEmpty &&= piece.trim() === '';
    if (!(await writeDocument(piece))) break;
  }
  const where = options.channel === undefined ? '' : ` on the channel ${options.channel}`;
  if (isEmpty) complain(`${file}: it contains no message${where}`);
  return 0;
}
