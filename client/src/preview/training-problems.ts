/** The findings of a training in a document, from one to the next. */
import { languages, type Uri } from 'vscode';
import { isBefore, type Position, type Training } from './protocol.ts';

const codeOf = (code: unknown): string =>
  String(typeof code === 'object' && code !== null && 'value' in code ? code.value : code);

/** Where the findings are, in order. `shown`: the row on the page, whose findings are known before the document's. */
function places(uri: Uri, shown: Training | undefined): Position[] {
  const all = languages
    .getDiagnostics(uri)
    .filter(({ code, source }) => source === 'ocml' && codeOf(code).startsWith('mask-'))
    .map(({ range: { start } }): Position => ({ line: start.line, character: start.character }));
  for (const { position } of shown?.findings ?? []) all.push(position);
  return all.sort((a, b) => a.line - b.line || a.character - b.character);
}

/** The place of the next finding after a place (1), or of the one before (-1); `inRows`: of another row than that on the page. */
export function nextFinding(
  uri: Uri,
  shown: Training | undefined,
  from: Position,
  { step, inRows }: { readonly step: number; readonly inRows: boolean },
): Position | undefined {
  const { start, end } = (inRows && shown?.row?.range) || { start: from, end: from };
  const all = places(uri, shown);
  return step < 0 ? all.findLast((place) => isBefore(place, start)) : all.find((place) => isBefore(end, place));
}
