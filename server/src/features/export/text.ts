import type { ExportForm } from './index.ts';
import { cutOff, speakerOf } from './speaker.ts';

/** Contents are indented, so that none looks like another message. */
export const text: ExportForm = {
  begin: (banner) => (banner === undefined ? '' : `*** ${banner} ***\n\n`),
  message: (message) =>
    `${speakerOf(message)}:\n${indented(message.text)}\n${message.complete ? '' : `[${cutOff}]\n`}\n`,
  row: (title) => `--- ${title} ---\n\n`,
  end: (notes) => notes.map((note) => `[${note}]\n`).join(''),
};

const indented = (content: string) => content.trimEnd().replace(/^(?=.*\S)/gm, '  ');
