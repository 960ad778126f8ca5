/** Problems in a word that is being typed are held back, in whatever order reports and keys arrive. */
// This must come before any module that imports `vscode`.
import '../support/fake-vscode.ts';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { holdingBack, registerTyping } from '../../client/src/typing.ts';
import { Uri, vscode, world } from '../support/fake-vscode.ts';

const uri = Uri.parse('file:/a.ocml');
const key = 'document-header-syntax';
type Change = (event: object) => void;
let changed: Change = () => {};
let moved: () => void = () => {};
let lines: string[] = [];

interface Place {
  line: number;
  character: number;
}
const placed = (place: Place) => ({
  ...place,
  isAfterOrEqual(this: Place, { line, character }: Place) {
    return this.line > line || (this.line === line && this.character >= character);
  },
});
const caret = placed({ line: 0, character: 0 });
const window = vscode.window as unknown as Record<string, unknown>;
const workspace = vscode.workspace as unknown as Record<string, unknown>;
const usual = { ...{ editor: window['activeTextEditor'], moved: window['onDidChangeTextEditorSelection'] } };
const usualChange = workspace['onDidChangeTextDocument'];

const document = {
  uri,
  languageId: 'ocml',
  get lineCount() {
    return lines.length;
  },
  positionAt: (offset: number) => {
    const before = lines.join('\n').slice(0, offset).split('\n');
    return placed({ line: before.length - 1, character: before.at(-1)?.length ?? 0 });
  },
  lineAt: (line: number) => ({ text: lines[line] ?? '' }),
};

before(() => {
  const listen = (put: (heard: Change) => void) => (heard: Change) => {
    put(heard);
    return { dispose() {} };
  };
  window['activeTextEditor'] = { document, selection: { active: caret }, selections: [{ active: caret }] };
  window['onDidChangeTextEditorSelection'] = listen((heard) => {
    moved = () => heard({});
  });
  workspace['onDidChangeTextDocument'] = listen((heard) => {
    changed = heard;
  });
  world.documents.push(document);
  registerTyping({ getFeature: () => undefined } as unknown as Parameters<typeof registerTyping>[0]);
});
after(() => {
  Object.assign(window, { activeTextEditor: usual.editor, onDidChangeTextEditorSelection: usual.moved });
  workspace['onDidChangeTextDocument'] = usualChange;
});

/** Types a text up to its end. The editor reports the caret later (`arrive`). */
function keys(...text: string[]): void {
  lines = text;
  changed({ document, contentChanges: [{ rangeOffset: 0, text: text.join('\n') }] });
}

function arrive(): void {
  [caret.line, caret.character] = [lines.length - 1, lines.at(-1)?.length ?? 0];
}

function type(...text: string[]): void {
  keys(...text);
  arrive();
}

/** Returns the codes that are shown of a report about words on these lines. */
async function shown(...at: number[]): Promise<readonly unknown[]> {
  const items = at.map((line) => ({
    code: key,
    range: { start: { line, character: 0 }, end: { line, character: (lines[line] ?? '').length } },
  }));
  const report = async () => ({ kind: 'full', items });
  type Arguments = Parameters<typeof holdingBack.provideDiagnostics>;
  const given = [uri, undefined, {}, report] as unknown as Arguments;
  const result = (await holdingBack.provideDiagnostics(...given)) as unknown as { items: { code: unknown }[] };
  return result.items.map(({ code }) => code);
}

/** Shows the report after the caret has left the word. */
async function shownAfterLeaving(): Promise<readonly unknown[]> {
  [caret.line, caret.character] = [0, 0];
  moved();
  return shown(1);
}

test('a word is held back although the caret is reported to have left an earlier one after all keys', async () => {
  type('version');
  assert.deepEqual(await shown(0), []);
  type('version: 2.2', 'mod');
  moved();
  assert.deepEqual(await shown(1), []);
  assert.deepEqual(await shownAfterLeaving(), [key]);
});

test('a word is held back although a report about an earlier text arrives late', async () => {
  type('version');
  type('version: 2.2', 'mod');
  // This report is about the text before the second line.
  await shown(0);
  moved();
  assert.deepEqual(await shown(1), []);
  assert.deepEqual(await shownAfterLeaving(), [key]);
});

test('a word is held back although a report arrives before the caret', async () => {
  type('version: 2.2', '');
  moved();
  keys('version: 2.2', 'mod');
  assert.deepEqual(await shown(1), []);
  arrive();
  moved();
  assert.deepEqual(await shown(1), []);
  assert.deepEqual(await shownAfterLeaving(), [key]);
});

test('a word that the caret has left before the report is not held back', async () => {
  type('version: 2.2', 'mod');
  [caret.line, caret.character] = [0, 0];
  moved();
  assert.deepEqual(await shown(1), [key]);
});
