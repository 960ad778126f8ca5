/** The data set of an editor, as the server has it open: opened again when the file or the server changes, and asked about its rows. */
import type { Uri } from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { DataSetState, OpenedDataSet } from '../../../protocol/data-sets.ts';
import type { ParamsOf, RequestMethod, ResultOf } from '../../../protocol/requests.ts';
import { sendRequest } from '../send-request.ts';
import type { DataSetConnection } from './data-set-connection.ts';

/** The requests about a data set that is open. */
type AboutMethod = {
  [Method in RequestMethod]: ParamsOf<Method> extends { readonly id: number } ? Method : never;
}[RequestMethod];

interface Surroundings {
  readonly client: LanguageClient;
  readonly connection: DataSetConnection;
  readonly uri: Uri;
  /** Says why something asked was not answered. */
  note(text: string): void;
}

export class OpenDataSet {
  private opened: Extract<OpenedDataSet, { id: number }> | undefined;
  /** Counts the openings: of two at a time, the later one holds. */
  private opening = 0;
  private isOver = false;

  constructor(private readonly of: Surroundings) {}

  /** The id that the server knows it by; undefined while it is not open. */
  get id(): number | undefined {
    return this.opened?.id;
  }

  get isList(): boolean {
    return this.opened?.kind === 'list';
  }

  /**
   * Opens the file, or opens it again as it is now. `changed` hears of it until the next opening. Returns the state or why it is refused, or
   * null if it was opened again or closed for good in the meantime.
   */
  async open(changed: (state: DataSetState) => void): Promise<{ state: DataSetState } | { refused: string } | null> {
    const own = ++this.opening;
    const isCurrent = () => own === this.opening && !this.isOver;
    this.close();
    try {
      const opened = await this.of.connection.open(this.of.uri, (state) => isCurrent() && changed(state));
      if (!isCurrent()) {
        if ('id' in opened) this.of.connection.close(opened.id);
        return null;
      }
      if ('id' in opened) this.opened = opened;
      return opened;
    } catch (error) {
      return isCurrent() ? { refused: (error as Error).message } : null;
    }
  }

  /** The server has ended, and what it had open with it. */
  forget(): void {
    this.opened = undefined;
  }

  private close(): void {
    if (this.opened) this.of.connection.close(this.opened.id);
    this.forget();
  }

  /** Closes it for good. */
  end(): void {
    this.isOver = true;
    this.close();
  }

  /** Asks the server about the data set. Returns null if the server does not have it, or gave no answer. */
  async ask<Method extends AboutMethod>(
    method: Method,
    params: Omit<ParamsOf<Method>, 'id'>,
  ): Promise<ResultOf<Method> | null> {
    const { id } = this;
    if (id === undefined) return null;
    const send = sendRequest as (client: LanguageClient, method: Method, params: object) => Promise<ResultOf<Method>>;
    try {
      return await send(this.of.client, method, { id, ...params });
    } catch (error) {
      // Of a server that has ended, it is said already.
      if (this.of.client.isRunning() && id === this.id) this.of.note((error as Error).message);
      return null;
    }
  }
}
