/** `ocml render --as`: prints the parts of a document that users see, in a readable layout. */
import { createChecker, openNamed } from '../../documents/document.ts';
import { type ExportOptions, exported } from '../../features/export/index.ts';
import type { AnyDialectId } from '../../grammar/index.ts';
import { notRead, placesIn, readNamed } from '../commands/one-file.ts';
import { namesOfRows } from '../dialects.ts';
import type { OpenOutput } from '../files/destination.ts';
import type { Source } from '../files/source.ts';
import { InputFault } from '../input-fault.ts';
import { printAside } from '../output.ts';
import { answersIn, whyNoMessages } from '../stream/answer-events.ts';

export { whyNotShown } from '../../features/export/index.ts';

/** The default settings, since the errors that are shown must not depend on the user's settings. */
const usual = { strict: false, levels: {} };

/** Prints the parts of one input that users see. Returns the exit code: 1 if a row is not a conversation. */
export async function renderView(
  source: Source,
  dialectFor: (file: string) => AnyDialectId | undefined,
  options: ExportOptions,
  open: () => Promise<OpenOutput>,
): Promise<number> {
  const { file } = source;
  const chosen = dialectFor(file);
  const { name, text, added } = answersIn(file, { name: file, text: (await readNamed(source)).text }, 'render');
  const document = openNamed(name, text, added ? undefined : chosen, namesOfRows()(file));
  const whyNone = whyNoMessages(document);
  if (whyNone !== undefined) throw new InputFault(`${file}: ${whyNone}`);
  const out = await open();
  let isEmpty = true;
  let unread: readonly number[] = [];
  try {
    const pieces = exported(document, options, createChecker(document, usual));
    for (let next = pieces.next(); ; next = pieces.next()) {
      if (next.done) {
        unread = next.value;
        break;
      }
      isEmpty &&= next.value.trim() === '';
      if (!(await out.write(next.value))) break;
    }
    await out.finish();
  } finally {
    await out.close();
  }
  const where = options.channel === undefined ? '' : ` on channel ${options.channel}`;
  if (isEmpty) await printAside([`ocml render: ${file}: it contains no message${where}`]);
  const [first] = unread;
  if (first === undefined) return 0;
  const position = added ? file : placesIn(file, text)(first);
  await printAside([`ocml render: ${position}: ${notRead(unread.length)}`]);
  return 1;
}
