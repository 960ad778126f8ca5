/**
 * `textDocument/formatting`, `rangeFormatting` and `onTypeFormatting` for transcripts. JSON is left to the editor's own formatter, because
 * an editor with two formatters asks the user to choose between them. Only ChatML on the wire has a layout of its own.
 */
import type { Position, Range, TextEdit } from 'vscode-languageserver-types';
import type { Transcript } from '../syntax/transcript.ts';
import { isPosition } from './support/cursor.ts';
import type { Feature } from './support/feature.ts';

/** Loaded with the first request. */
const answers = () => require('./formatting/formatting-edits.ts') as typeof import('./formatting/formatting-edits.ts');

export const formatting: Feature<unknown, TextEdit[]> = {
  method: 'textDocument/formatting',
  capability: { documentFormattingProvider: true },
  textOnly: 'formatting',
  alsoFor: '**/*.chatml.json',
  run: (transcript: Transcript) => answers().formatted(transcript),
};

export const rangeFormatting: Feature<{ readonly range: Range }, TextEdit[]> = {
  method: 'textDocument/rangeFormatting',
  capability: { documentRangeFormattingProvider: true },
  textOnly: 'rangeFormatting',
  run: (transcript, { range }) =>
    isPosition(range?.start) && isPosition(range.end) ? answers().formatted(transcript, range) : [],
};

interface Typed {
  readonly position: Position;
  readonly ch: string;
}

/** Edits while the user types. VS Code requests them only if `editor.formatOnType` is on, which it is not by default. */
export const onTypeFormatting: Feature<Typed, TextEdit[]> = {
  method: 'textDocument/onTypeFormatting',
  capability: { documentOnTypeFormattingProvider: { firstTriggerCharacter: '\n', moreTriggerCharacter: ['>'] } },
  textOnly: 'onTypeFormatting',
  run: (transcript, { position, ch }) => (isPosition(position) ? answers().typed(transcript, position, ch) : []),
};
