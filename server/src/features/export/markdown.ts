import type { ExportForm } from './index.ts';
import { cutOff, speakerOf } from './speaker.ts';

/** Contents are quoted, so that none looks like another message. They are already Markdown, or plain text. */
export const markdown: ExportForm = {
  begin: (banner) => (banner === undefined ? '' : `**${banner}**\n\n---\n\n`),
  message: (message) =>
    `**${escaped(speakerOf(message))}**\n\n${quotation(message.text)}\n\n${message.complete ? '' : `_${cutOff}_\n\n`}`,
  row: (title) => `---\n\n### ${title}\n\n`,
  end: (notes) => notes.map((note) => `_${note}_\n\n`).join(''),
};

const quotation = (content: string) => content.trimEnd().replace(/^/gm, '> ');
/** A line of plain text as Markdown. */
export const escaped = (line: string) => line.replace(/[\\`*_{}[\]<>()#+!|~&-]/g, '\\$&');
