/**
 * `textDocument/formatting` of ChatML on the wire, with one message per line (WIRE-28), which no JSON formatter does. All other JSON is
 * left to the editor's own formatter.
 */
import type { TextEdit } from 'vscode-languageserver-types';
import { formatJson } from '../../format/index.ts';
import { dialectOfUnit } from '../../model/json/shapes.ts';
import type { JsonDocument } from '../../syntax/json/document.ts';
import { readUnit } from '../../syntax/json/json-unit.ts';

/** A single edit of the span that changes. None if the document already has this layout or is invalid JSON. */
export function formatting(document: JsonDocument): TextEdit[] | undefined {
  const [unit] = document.units;
  if (unit === undefined || document.lines || dialectOfUnit(unit, document.dialect) !== wire) return undefined;
  const { text } = unit;
  const newText = formatJson(readUnit(unit), /\r\n|\n/.exec(text)?.[0]);
  if (newText === undefined || newText === text) return [];
  const most = Math.min(text.length, newText.length);
  let start = 0;
  while (start < most && text[start] === newText[start]) start++;
  let same = 0;
  while (same < most - start && text.at(-1 - same) === newText.at(-1 - same)) same++;
  const range = { start: document.positionAt(start), end: document.positionAt(text.length - same) };
  return [{ range, newText: newText.slice(start, newText.length - same) }];
}

const wire = 'chatml-wire';
