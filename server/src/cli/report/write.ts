/** Writes a report in the requested format, to standard output or to a new file. */

import type { NewFile } from '../files/new.ts';
import { harmless, print, writeDocument } from '../output.ts';
import { textLines } from './formats/text.ts';
import { type Section, shortened } from './sections.ts';

export type ReportFormat = 'text' | 'json' | 'markdown' | 'html';

/** The maximum numbers of rows per table, in text and on an HTML page. JSON output has no limit. */
const MAX_ROWS = 20;
const MAX_ROWS_OF_PAGE = 100;

const formatsByEnding: ReadonlyMap<string, ReportFormat> = new Map([
  ['json', 'json'],
  ['md', 'markdown'],
  ['markdown', 'markdown'],
  ['html', 'html'],
  ['htm', 'html'],
]);

/** Returns the format that the name of a file indicates. */
export const formatOf = (name = ''): ReportFormat =>
  formatsByEnding.get((/\.(\w+)$/.exec(name)?.[1] ?? '').toLowerCase()) ?? 'text';

export interface ReportPage {
  readonly title: string;
  readonly data: unknown;
  readonly sections: readonly Section[];
}

export async function writeReport(
  report: ReportPage,
  format: ReportFormat,
  output: NewFile | undefined,
): Promise<void> {
  if (output === undefined) {
    if (format === 'text') await print(textLines(shortened(report.sections, MAX_ROWS)));
    else if (format === 'json') await print({ json: await textOf(report, format) });
    else await writeDocument(await textOf(report, format));
    return;
  }
  output.write(await textOf(report, format));
  await output.finish();
}

async function textOf({ title, data, sections }: ReportPage, format: ReportFormat): Promise<string> {
  if (format === 'json') return `${JSON.stringify(data, null, 2)}\n`;
  if (format === 'text') return `${textLines(shortened(sections, MAX_ROWS)).map(harmless).join('\n')}\n`;
  if (format === 'markdown')
    return (await import('./formats/markdown.ts')).markdown(title, shortened(sections, MAX_ROWS));
  // The code for figures is loaded only when figures are drawn.
  return (await import('./formats/html.ts')).html(title, shortened(sections, MAX_ROWS_OF_PAGE));
}
