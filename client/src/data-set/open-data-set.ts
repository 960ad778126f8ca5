/** An editor's connection to its data set in the server: reopened when the file or the server changes, and queried for rows. */
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
  /** Shows why a request failed. */
  note(text: string): void;
}

export class OpenDataSet {
  private opened: Extract<OpenedDataSet, { id: number }> | undefined;
  /** The number of times that the file was opened: if two of them overlap, the later one counts. */
  private opening = 0;
  private isOver = false;

  constructor(private readonly of: Surroundings) {}

  /** The server's id for the data set; undefined while it is not open. */
  get id(): number | undefined {
    return this.opened?.id;
  }

  get isList(): boolean {
    return this.opened?.kind === 'list';
  }

  /**
   * Opens the file, or opens its current version again. `changed` gets its state until the next opening. Returns the state, the
   * reason for a refusal, or null if it was opened again or closed for good in the meantime.
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

  /** Forgets the data set after the server has ended. */
  forget(): void {
    this.opened = undefined;
  }

  private close(): void {
    if (this.opened) this.of.connection.close(this.opened.id);
    this.forget();
  }

  /** Closes the data set for good. */
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
      // The end of a server is already reported.
      if (this.of.client.isRunning() && id === this.id) this.of.note((error as Error).message);
      return null;
    }
  }
}
