/** A client for tests that starts a server and opens data sets. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type {
  DataSetChanged,
  DataSetRow,
  DataSetRows,
  DataSetState,
  OpenedDataSet,
  SelectedRows,
} from '../../protocol/data-sets.ts';
import type { ParamsOf, RequestMethod } from '../../protocol/requests.ts';
import { type Client, start } from './client.ts';

/** The maximum time for a job to end, in milliseconds. It is many times as long as jobs take on a slow machine. */
const MAX_WAIT = 120_000;

/** Starts a server before the tests of a file, and stops it after them. */
export function dataSetClient() {
  const folder = mkdtempSync(join(tmpdir(), 'ocml-data-sets-'));
  let client: Client;
  const states = new Map<number, DataSetState>();
  const heard: (() => void)[] = [];
  before(async () => {
    client = await start();
    client.connection.onNotification('ocml/dataSetChanged', ({ id, state }: DataSetChanged) => {
      states.set(id, state);
      for (const resolve of heard.splice(0)) resolve();
    });
  });
  after(async () => {
    assert.deepEqual(client.log, []);
    await client.stop();
    rmSync(folder, { recursive: true });
  });

  const ask = <Result>(method: RequestMethod, params: unknown): Promise<Result> =>
    client.connection.sendRequest(method, params);

  async function until(id: number, holds: (state: DataSetState) => boolean): Promise<DataSetState> {
    const end = Date.now() + MAX_WAIT;
    for (;;) {
      const state = states.get(id);
      if (state && holds(state)) return state;
      assert.ok(Date.now() < end, `The data set stays in this state: ${JSON.stringify(state)}`);
      await Promise.race([
        new Promise<void>((resolve) => heard.push(resolve)),
        setTimeout(1000, undefined, { ref: false }),
      ]);
    }
  }

  /** Writes a file, opens it as a data set, and waits for its index. */
  async function opened(name: string, contents: string | Buffer) {
    const path = join(folder, name);
    writeFileSync(path, contents);
    return openedAt(path);
  }

  async function openedAt(path: string) {
    const uri = pathToFileURL(path).href;
    const answer = await ask<OpenedDataSet>('ocml/openDataSet', { uri });
    if ('refused' in answer) throw new Error(answer.refused);
    const { id, kind } = answer;
    // If the index was complete before the answer, no notification follows.
    if (!states.has(id)) states.set(id, answer.state);
    const state = await until(id, ({ isComplete }) => isComplete);
    return { id, kind, path, uri, state };
  }

  const rowsOf = async (id: number, from: number, count: number): Promise<readonly DataSetRow[]> =>
    (await ask<DataSetRows>('ocml/dataSetRows', { id, from, count })).rows;

  /** Returns the numbers of the rows that are shown after a selection. */
  async function selected(id: number, params: Omit<ParamsOf<'ocml/selectRows'>, 'id'>): Promise<number[]> {
    states.delete(id);
    const answer = await ask<SelectedRows>('ocml/selectRows', { id, ...params });
    if (answer.refused !== null) throw new Error(answer.refused);
    const { selected: found } = await until(
      id,
      (state) => state.selected?.isComplete === true && state.job === undefined,
    );
    const numbers: number[] = [];
    for (let from = 0; from < (found?.count ?? 0); from += 200)
      numbers.push(...(await rowsOf(id, from, 200)).map(({ number }) => number));
    return numbers;
  }

  /** Returns the reason why a file is not opened, or an empty string. */
  async function refusal(path: string): Promise<string> {
    const answer = await ask<OpenedDataSet>('ocml/openDataSet', { uri: pathToFileURL(path).href });
    return 'refused' in answer ? answer.refused : '';
  }

  return { folder, client: () => client, states, ask, until, opened, openedAt, rowsOf, selected, refusal };
}
