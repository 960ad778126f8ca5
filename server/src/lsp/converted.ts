/** The answers to `ocml/convert`, `ocml/targets`, `ocml/beginnings` and `ocml/newTranscript`. Loaded with the first of these requests. */

import type { ResponseError } from 'vscode-languageserver';
import type { Beginning, Conversion, ConversionTarget, NewTranscript } from '../../../protocol/conversions.ts';
import { convertDocument } from '../convert/document.ts';
import { beginningDocs, type TargetName, targetAliases, targetDocs, targetNames } from '../convert/forms.ts';
import {
  asValue,
  type Converted,
  convertJson,
  convertTranscript,
  type From,
  jsonOf,
  type Note,
  type Options,
  type Output,
  recordsOf,
  rowsAsLines,
} from '../convert/index.ts';
import { severities } from '../convert/notes.ts';
import { isMessages } from '../convert/projection-lines.ts';
import { targets } from '../convert/targets/index.ts';
import { type AnyDocument, languageInfoOf } from '../documents/document.ts';
import { Refusal } from '../features/support/feature.ts';
import { dialectNames, isUnchosen } from '../grammar/index.ts';
import { type ModelFormName, modelFormNamed, modelForms } from '../grammar/model-forms.ts';
import { ruleLink } from '../rules/support/link.ts';
import { byKind } from '../syntax/any-document.ts';
import { getOwn } from '../syntax/get-own.ts';
import { printable } from '../syntax/printable.ts';
import { Transcript } from '../syntax/transcript.ts';
import { modelWriter } from './converted-models.ts';
import { cancelled } from './guard.ts';

/** The formats to convert to: the value for `to` and its aliases, the name for use in sentences, and a description. */
export const convertibleForms: readonly ConversionTarget[] = [
  ...targetNames.map((name) => ({
    name,
    aliases: [...targetAliases].flatMap(([alias, form]) => (form === name ? alias : [])),
    title: targets[name].name,
    doc: targetDocs[name],
  })),
  ...modelForms.map(({ name, title, doc }) => ({ name, aliases: [], title, doc })),
];

const formNames: ReadonlySet<unknown> = new Set(convertibleForms.map(({ name }) => name));
export const isConvertible = (name: unknown): name is TargetName | ModelFormName => formNames.has(name);

/** The dialects offered for a new transcript: the value for `to`, the name for the status bar, and a description. */
export const beginnings: readonly Beginning[] = Object.entries(beginningDocs).map(([name, doc]) => ({
  name,
  title: getOwn(dialectNames, name) ?? name,
  doc,
}));

/** The content of a new transcript, in the most expressive format. It is converted to the other formats. */
const beginning = [
  'version: 2.2',
  '<|start|>system<|message|>You are a helpful assistant.<|end|>',
  '<|start|>user<|message|>Hello<|end|>',
  '<|start|>assistant<|channel|>final<|message|>Hello! What can I do for you?<|end|>',
  '',
].join('\n');

/** Returns the beginning of a conversation in a format, with the language of that text: `ocml` or `json`. */
export function newTranscript(to: TargetName): NewTranscript {
  const options: Options = { to, public: false, from: undefined, keepNames: false, bos: undefined };
  const { output } = convertTranscript(new Transcript('new:', 'ocml', 0, beginning), options);
  return { text: output ? formatOutput(output) : '', languageId: languageIn(to, output) };
}

const languageIn = (to: TargetName, output: Output | undefined): string =>
  targets[to].form === 'text' && isText(output) ? 'ocml' : 'json';

const names: readonly unknown[] = targetNames;
export const isTarget = (name: unknown): name is TargetName => names.includes(name);

/** The maximum number of notes reported for a document, and the maximum length of a note, since they appear in the list of problems. */
const MAX_NOTES = 1000;
const MAX_MESSAGE_LENGTH = 1000;

/** The amount of a data set to convert before other requests are served (UTF-16 units). */
const pieceSize = 1 << 20;

/**
 * Converts a document. `ruleDocs`: the base address of the rule pages. Throws a `Refusal` if the document is edited during the conversion.
 */
export async function convertedDocument(
  document: AnyDocument,
  {
    to,
    public: isPublic,
    anyway,
  }: { readonly to: TargetName | ModelFormName; readonly public: boolean; readonly anyway: boolean },
  ruleDocs: string,
  isOver: () => boolean,
): Promise<Conversion | ResponseError> {
  const { version } = document;
  const form = modelFormNamed(to);
  const options: Options = {
    to: form ? 'messages' : (to as TargetName),
    public: isPublic,
    from: undefined,
    keepNames: false,
    bos: undefined,
  };
  const write = form && modelWriter(form);
  const notes: Note[] = [];
  /** Renders converted messages as text for a model, if the target format is a model format. */
  const inForm = (output: Output | undefined, start: number): Output | undefined => {
    if (write === undefined || output === undefined) return output;
    const { text, notes: formNotes } = write(jsonOf(asValue(output)));
    for (const note of formNotes) notes.push({ ...note, start, end: start });
    return text === undefined ? undefined : { text };
  };
  const answer = (text: string | undefined, languageId: string, failed = 0): Conversion => ({
    version,
    ...(text !== undefined && { text }),
    languageId,
    failed,
    notes: notes.slice(0, MAX_NOTES).map((note) => toConversionNote(note, document, ruleDocs)),
    more: Math.max(0, notes.length - MAX_NOTES),
  });
  const from = formOf(document);
  if (!document.lines || isMessages(languageInfoOf(document).dialect, document.getText())) {
    const converted = convertDocument(document, { ...options, from, anyway });
    for (const note of converted.notes) notes.push(note);
    const rows = rowsAsLines(converted, options);
    if (converted.output && rows) {
      const inForms = rows.map((row) => (write ? inForm({ value: row } as Output, 0) : { value: row }));
      const lines = inForms.map((row) => (row ? `${jsonOf(asValue(row as Output))}\n` : '\n'));
      const refused = inForms.filter((row) => row === undefined).length;
      return answer(refused < lines.length ? lines.join('') : undefined, 'jsonl', refused);
    }
    const records = form || converted.output === undefined ? undefined : recordsOf(converted.output, options);
    if (records) return answer(records.map((record) => `${jsonOf(record)}\n`).join(''), 'jsonl');
    const output = inForm(converted.output, 0);
    return answer(output && formatOutput(output), form ? 'plaintext' : languageIn(options.to, output));
  }
  const lines: string[] = [];
  let [base, due, failed, done] = [0, pieceSize, 0, 0];
  for (const { text, names } of document.units) {
    if (base >= due) {
      due = base + pieceSize;
      await new Promise((resolve) => setImmediate(resolve));
      if (isOver()) return cancelled();
      if (document.version !== version)
        throw new Refusal('The file was edited while it was being converted. Convert it again.');
    }
    const { output: read, notes: all } = line(text, { ...options, from, names });
    for (const note of all) notes.push({ ...note, start: base + note.start, end: base + note.end });
    const output = inForm(read, base);
    if (output) done++;
    else if (/\S/.test(text)) failed++;
    lines.push(output ? `${jsonOf(asValue(output))}\n` : '\n');
    base += text.length;
  }
  return answer(failed > 0 && done === 0 ? undefined : lines.join(''), 'jsonl', failed);
}

const line = (text: string, options: Options): Pick<Converted, 'output' | 'notes'> =>
  /\S/.test(text) ? convertJson(text, options, true) : { output: undefined, notes: [] };

/** Returns the dialect of a JSON document if the user or the file name determines it; otherwise undefined. */
const formOf = byKind<[], From>({
  text: () => undefined,
  json: ({ dialect }) => (isUnchosen(dialect) ? undefined : (dialect as From)),
});

const isText = (output: Output | undefined): boolean => output === undefined || 'text' in output;

const formatOutput = (output: Output): string => ('text' in output ? output.text : `${jsonOf(output.value, true)}\n`);

function toConversionNote(
  { code, kind, message, start, end }: Note,
  document: AnyDocument,
  ruleDocs: string,
): Conversion['notes'][number] {
  const range = { start: document.positionAt(start), end: document.positionAt(end) };
  const shortMessage = message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH)}…` : message;
  return { code, href: ruleLink(code, ruleDocs), severity: severities[kind], message: printable(shortMessage), range };
}
