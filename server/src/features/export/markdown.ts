import type { ExportForm } from './index.ts';
import { cutOff, speakerOf } from './speaker.ts';

/**
 * Exports to Markdown. Each message is a block quote (`>`), so that no part of it looks like another message. Its content is already
 * Markdown or plain text.
 */
export const markdown: ExportForm = {
  begin: (banner) => (banner === undefined ? '' : `**${banner}**\n\n---\n\n`),
  message: (message) =>
    `**${escaped(speakerOf(message))}**\n\n${quotation(message.text)}\n\n${message.complete ? '' : `_${cutOff}_\n\n`}`,
  row: (title) => `---\n\n### ${title}\n\n`,
  end: (notes) => notes.map((note) => `_${note}_\n\n`).join(''),
};

const quotation = (content: string) => content.trimEnd().replace(/^/gm, '> ');
/** Escapes a line of plain text for Markdown. */
export const escaped = (line: string) => line.replace(/[\\`*_{}[\]<>()#+!|~&-]/g, '\\$&');
