import type { ExportForm } from './index.ts';
import { cutOff, speakerOf } from './speaker.ts';

/** Exports to plain text. The content of each message is indented, so that no part of it looks like another message. */
export const text: ExportForm = {
  begin: (banner) => (banner === undefined ? '' : `*** ${banner} ***\n\n`),
  message: (message) =>
    `${speakerOf(message)}:\n${indented(message.text)}\n${message.complete ? '' : `[${cutOff}]\n`}\n`,
  row: (title) => `--- ${title} ---\n\n`,
  end: (notes) => notes.map((note) => `[${note}]\n`).join(''),
};

const indented = (content: string) => content.trimEnd().replace(/^(?=.*\S)/gm, '  ');
