/** A data set editor: a list of rows, which the server reads when they come into view, and a preview of the current row. */
import { commands, type Disposable, env, l10n, type Uri, type WebviewPanel, window } from 'vscode';
import { State as ClientState, type BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { DataSetState, OpenedRow } from '../../../protocol/data-sets.ts';
import { showError } from '../notifications.ts';
import { reasons } from '../preview/latest-request.ts';
import { Preview } from '../preview/preview.ts';
import type { TrainingMemory } from '../preview/training-memory.ts';
import type { DataSetConnection } from './data-set-connection.ts';
import { isTextOfRows, rowUri } from './data-set-file.ts';
import { exportRows } from './export-rows.ts';
import { type FromDataSetPage, isFromDataSetPage, isRows, type Selection, type ToDataSetPage } from './messages.ts';
import { OpenDataSet } from './open-data-set.ts';
import { RowOrigin } from './row-origin.ts';

interface Surroundings {
  readonly extensionUri: Uri;
  readonly client: LanguageClient;
  readonly connection: DataSetConnection;
  readonly trainings: TrainingMemory;
  readonly uri: Uri;
}

export class DataSetEditor {
  readonly preview: Preview;
  private origin: RowOrigin | undefined;
  private readonly dataSet: OpenDataSet;
  private state: DataSetState | undefined;
  private selection: Selection = {};
  /** Increases with each new selection, so that answers about an earlier selection can be recognized and ignored. */
  private generation = 0;
  private refusal: string | undefined;
  /** The last message to the page about the current row. */
  private row: Extract<ToDataSetPage, { type: 'row' }> | undefined;
  /** Whether to show a row as soon as the selection has one: the current row if the selection contains it, otherwise the first row. */
  private isSelecting = false;
  private isReordered = false;
  private isOver = false;
  private readonly listeners: Disposable[] = [];

  constructor(
    readonly panel: WebviewPanel,
    private readonly of: Surroundings,
  ) {
    const { extensionUri, client, connection, trainings, uri } = of;
    this.dataSet = new OpenDataSet({ client, connection, uri, note: (text) => this.note(text) });
    panel.webview.onDidReceiveMessage(
      (message: unknown) => {
        if (isFromDataSetPage(message)) void this.handle(message);
      },
      undefined,
      this.listeners,
    );
    this.preview = new Preview(panel, {
      extensionUri,
      client,
      trainings,
      uri,
      page: 'data-set',
      origin: (reader) => {
        this.origin = new RowOrigin({
          uri,
          reader,
          id: () => this.id,
          again: () => void (this.id === undefined ? this.open() : undefined),
          opened: ({ number }, answer) => this.describe(number, answer),
        });
        return this.origin;
      },
    });
    this.listeners.push(client.onDidChangeState(({ newState }) => this.serverIs(newState)));
    panel.onDidDispose(() => this.end());
    void this.open();
  }

  get uri(): Uri {
    return this.of.uri;
  }

  get id(): number | undefined {
    return this.dataSet.id;
  }

  private get number(): number | undefined {
    return this.origin?.row?.number;
  }

  private end(): void {
    this.isOver = true;
    this.dataSet.end();
    for (const listener of this.listeners) listener.dispose();
  }

  private serverIs(state: ClientState): void {
    if (state === ClientState.Running) void this.open();
    else if (state === ClientState.Stopped) {
      this.dataSet.forget();
      this.note(reasons.lost);
    }
  }

  /** Opens the file, or opens it again to read its current version. The current row and the selection are kept. */
  private async open(): Promise<void> {
    const opened = await this.dataSet.open((state) => this.changed(state));
    if (opened === null) return;
    if ('refused' in opened) return this.refuse(opened.refused);
    [this.refusal, this.state] = [undefined, opened.state];
    await this.select(this.selection);
    this.restore();
  }

  /** Shows the previous row again, or the first row if there was none. */
  private restore(): void {
    const { number } = this;
    if (number === undefined || this.isAwaited(number)) this.isSelecting = true;
    else void this.goTo(number);
    this.showFirst();
  }

  private refuse(reason: string): void {
    this.refusal = reason;
    this.state = undefined;
    this.postState();
  }

  private changed(state: DataSetState): void {
    const before = this.state;
    this.state = state;
    // When the selection is complete, the rows are in their final order.
    const isSorted = this.selection.sort && state.selected?.isComplete && !before?.selected?.isComplete;
    if (isSorted) this.generation++;
    this.postState();
    this.showFirst();
  }

  private get count(): number {
    return this.state ? (this.state.selected?.count ?? this.state.rows) : 0;
  }

  /**
   * Shows a row if this is still to be done (`isSelecting`) and the selection already has rows. After a change of the order, waits until
   * the order is final.
   */
  private showFirst(): void {
    const { number } = this;
    const isOrdered = !this.isReordered || !this.selection.sort || this.state?.selected?.isComplete === true;
    if (!this.isSelecting || this.count === 0 || !isOrdered) return;
    if (number !== undefined && this.isAwaited(number)) return;
    this.isSelecting = false;
    void this.stay();
  }

  /** Whether the server, which is still reading the file, has not reached a row yet. */
  private isAwaited(number: number): boolean {
    return this.state !== undefined && !this.state.isComplete && number > this.state.rows;
  }

  /** Keeps showing the current row if the selection contains it, unless the user has changed the order. Otherwise, shows the first row. */
  private async stay(): Promise<void> {
    const { number } = this;
    const isReordered = this.isReordered && this.selection.sort !== undefined;
    this.isReordered = false;
    const position = number === undefined || isReordered ? null : await this.placeOf(number);
    if (number !== undefined && position !== null) this.mark(number, position);
    else await this.showPlace(0);
  }

  private handle(message: FromDataSetPage): unknown {
    return (this.on[message.type] as (message: FromDataSetPage) => unknown)(message);
  }

  private readonly on: {
    readonly [T in FromDataSetPage['type']]: (message: Extract<FromDataSetPage, { type: T }>) => unknown;
  } = {
    dataSetReady: ({ row }) => {
      // After a restart of the window, only the page remembers which row it showed.
      if (row !== undefined && this.number === undefined) {
        this.origin?.choose({ number: row, isWhole: false });
        if (this.id !== undefined) this.restore();
      }
      this.postState();
      if (this.row) this.post(this.row);
    },
    rowsWanted: async ({ generation, from, count }) => {
      const answer = await this.dataSet.ask('ocml/dataSetRows', { from, count });
      if (!isRows(answer)) return;
      this.post({ type: 'rows', generation, from, rows: answer.rows });
      // The server may have been too busy to read the first row earlier.
      this.showFirst();
    },
    showPlace: ({ place }) => this.showPlace(place),
    goToRow: ({ number }) => this.goTo(number),
    problemRow: ({ backwards }) => this.goToProblem(backwards),
    selectRows: async ({ selection }) => {
      this.isSelecting = true;
      // When users change the order, they want to see the first rows.
      this.isReordered = JSON.stringify(selection.sort) !== JSON.stringify(this.selection.sort);
      await this.select(selection);
      this.showFirst();
    },
    showWholeRow: () => {
      if (this.number === undefined) return;
      this.origin?.choose({ number: this.number, isWhole: true });
      this.preview.startAgain();
    },
    checkRows: () => this.check(),
    showReport: () => commands.executeCommand('ocml.showReport', this.uri),
    stopJob: () => this.dataSet.ask('ocml/stopDataSetJob', {}),
    openRow: () => this.openRow(),
    copyRow: () => this.copyRow(),
    exportRows: () => this.export(),
    reloadDataSet: () => this.open(),
    openAsText: () => commands.executeCommand('vscode.openWith', this.uri, 'default'),
  };

  /** Requests other rows, or the same rows in another order. If the server refuses the selection, the previous one stays. */
  private async select(selection: Selection): Promise<boolean> {
    const before = { selection: this.selection, state: this.state };
    const isAll = isEmpty(selection);
    const wasAll = isEmpty(before.selection);
    this.selection = selection;
    this.generation++;
    if (this.state) {
      const { selected: _, ...state } = this.state;
      // The server may report changes of the state before it answers the request.
      this.state = isAll ? state : { ...state, selected: { count: 0, isComplete: false } };
    }
    this.postState();
    const answer = isAll && wasAll ? null : await this.dataSet.ask('ocml/selectRows', selection);
    if (typeof answer?.refused !== 'string') return true;
    if (this.selection === selection) {
      [this.selection, this.state] = [before.selection, before.state];
      this.generation++;
      this.postState();
      this.isSelecting = true;
      this.showFirst();
    }
    this.note(answer.refused);
    return false;
  }

  private async showPlace(position: number): Promise<void> {
    const { generation } = this;
    const answer = await this.dataSet.ask('ocml/dataSetRows', { from: position, count: 1 });
    const [row] = isRows(answer) ? answer.rows : [];
    if (generation !== this.generation) return;
    if (row) this.show(row.number, position);
    // The row may follow: the search for matching rows is still running, or the server could not read the row in time.
    else this.isSelecting = true;
  }

  /** Returns the position of a row in the selection, or null if the selection does not contain it. */
  private async placeOf(number: number): Promise<number | null> {
    if (isEmpty(this.selection)) return number <= (this.state?.rows ?? 0) ? number - 1 : null;
    return (await this.dataSet.ask('ocml/placeOfRow', { number }))?.place ?? null;
  }

  private async goTo(number: number): Promise<void> {
    const { rows = 0, isComplete = false } = this.state ?? {};
    const nearest = Math.max(1, isComplete ? Math.min(number, rows) : number);
    if (nearest <= rows) this.show(nearest, await this.placeOf(nearest));
    else if (this.id !== undefined)
      this.note(
        l10n.t('Row {0} is not in the part of the file that has been read so far.', number.toLocaleString('en')),
      );
  }

  private async goToProblem(backwards: boolean): Promise<void> {
    const foundRow = await this.dataSet.ask('ocml/nextProblemRow', { number: this.number ?? 0, backwards });
    if (foundRow === null) return;
    if (foundRow.number !== null) this.show(foundRow.number, foundRow.place);
    else if (this.state?.problems === undefined)
      this.note(l10n.t('The rows have not been checked yet. To find rows with problems, use “Check File”.'));
    else this.note(backwards ? l10n.t('No earlier row has a problem.') : l10n.t('No later row has a problem.'));
  }

  private show(number: number, position: number | null): void {
    if (this.isOver) return;
    if (number !== this.number || this.row === undefined) {
      this.origin?.choose({ number, isWhole: false });
      this.row = undefined;
      this.preview.startAgain();
    }
    this.mark(number, position);
  }

  /** Tells the page the number of the current row and its position in the selection. */
  private mark(number: number, position: number | null): void {
    this.row = { ...this.row, type: 'row', number, place: position };
    this.post(this.row);
  }

  /**
   * Tells the page the properties of the current row after the server has opened it: its length, whether it is truncated, and its fault.
   */
  private describe(number: number, { isPart, length, fault }: OpenedRow): void {
    this.row = { type: 'row', number, place: this.row?.place ?? null, length, isPart, fault };
    this.post(this.row);
  }

  /** Searches all rows for problems, in the background. */
  check(): Promise<unknown> {
    return this.dataSet.ask('ocml/checkDataSet', {});
  }

  nextProblem(backwards: boolean): Promise<void> {
    return this.goToProblem(backwards);
  }

  /** Moves the focus to one of the page's fields: the one for a row number, or the one for words to find. */
  focus(what: 'focusGoTo' | 'focusFind'): void {
    this.post({ type: what });
  }

  async openRow(): Promise<void> {
    if (this.number === undefined) return;
    try {
      await window.showTextDocument(rowUri(this.uri, this.number), { preview: true });
    } catch (error) {
      void showError(l10n.t('The row could not be opened: {0}', (error as Error).message));
    }
  }

  async copyRow(): Promise<void> {
    const { number } = this;
    const answer = number === undefined ? null : await this.dataSet.ask('ocml/rowText', { number });
    if (answer === null || number === undefined) return;
    await env.clipboard.writeText(answer.text);
    window.setStatusBarMessage(l10n.t('Row {0} was copied', number.toLocaleString('en')), 3000);
  }

  async export(): Promise<void> {
    const { id, uri, dataSet } = this;
    if (id !== undefined) await exportRows(this.of.client, { id, uri, isList: dataSet.isList });
  }

  private note(text: string): void {
    this.post({ type: 'dataSetNote', text });
  }

  private postState(): void {
    const { state, refusal, generation, selection } = this;
    if (refusal !== undefined) this.post({ type: 'dataSetRefused', reason: refusal, isText: isTextOfRows(this.uri) });
    else if (state) this.post({ type: 'dataSet', state, generation, selection });
  }

  private post(message: ToDataSetPage): void {
    if (!this.isOver) void this.panel.webview.postMessage(message);
  }
}

const isEmpty = (selection: Selection): boolean => Object.keys(selection).length === 0;
