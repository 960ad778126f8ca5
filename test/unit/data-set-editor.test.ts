/** The editor of a data set, between a server that is still reading the file and the page. */
// This must come before any module that imports `vscode`.
import '../support/fake-vscode.ts';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { DataSetEditor } from '../../client/src/data-set/data-set-editor.ts';
import type { DataSetState } from '../../protocol/data-sets.ts';
import { FakePanel, Uri } from '../support/fake-vscode.ts';

const file = { read: 100, size: 100, notes: [] };
const row = (number: number) => ({ number, length: 10, roles: ['user'], moreRoles: 0, words: 'Hi', isPart: false });

/** Opens an editor. `state`: the state of the file when it is opened. `rowsOf`: the server's answer to a request for rows. */
async function opened(state: DataSetState, rowsOf: () => unknown) {
  const panel = new FakePanel();
  let changed: (state: DataSetState) => void = () => {};
  const client = {
    start: async () => {},
    isRunning: () => true,
    onDidChangeState: () => ({ dispose() {} }),
    sendRequest: async (method: string) => (method === 'ocml/dataSetRows' ? rowsOf() : null),
  };
  const connection = {
    async open(_: unknown, heard: (state: DataSetState) => void) {
      changed = heard;
      return { id: 1, kind: 'lines', state };
    },
    close() {},
  };
  const of = { extensionUri: Uri.parse('file:/extension'), client, connection, uri: Uri.parse('file:/a.jsonl') };
  type Arguments = ConstructorParameters<typeof DataSetEditor>;
  new DataSetEditor(panel as unknown as Arguments[0], of as unknown as Arguments[1]);
  await pause(5);
  const shown = () =>
    panel.posted.flatMap((message) => ('number' in message && message.type === 'row' ? [message.number] : []));
  return { panel, shown, changed: (next: DataSetState) => changed(next) };
}

suite('a first row is shown', () => {
  test('as soon as the server has read one', async () => {
    const { panel, shown, changed } = await opened({ ...file, rows: 0, isComplete: false }, () => ({ rows: [row(1)] }));
    assert.deepEqual(shown(), []);
    changed({ ...file, rows: 1, isComplete: true });
    await pause(5);
    assert.equal(shown().at(-1), 1);
    panel.dispose();
  });

  test('even if the server could not read it in time, when the list has rows', async () => {
    let isBusy = true;
    const { panel, shown } = await opened({ ...file, rows: 2, isComplete: true }, () =>
      isBusy ? Promise.reject(new Error('the server is busy')) : { rows: [row(1), row(2)] },
    );
    assert.deepEqual(shown(), []);
    isBusy = false;
    panel.say({ type: 'rowsWanted', generation: 1, from: 0, count: 2 });
    await pause(5);
    assert.equal(shown().at(-1), 1);
    panel.dispose();
  });
});

test('the row that the page remembers is shown once the server has read it, and no other before', async () => {
  const { panel, shown, changed } = await opened({ ...file, rows: 0, isComplete: false }, () => ({ rows: [row(1)] }));
  panel.say({ type: 'dataSetReady', row: 7 });
  changed({ ...file, rows: 3, isComplete: false });
  await pause(5);
  assert.deepEqual(shown(), []);
  changed({ ...file, rows: 9, isComplete: true });
  await pause(5);
  assert.deepEqual([...new Set(shown())], [7]);
  panel.dispose();
});
