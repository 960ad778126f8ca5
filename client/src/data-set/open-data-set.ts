/**
 * The connection of one editor to its data set in the server. It opens the data set again when the file has changed or the server was
 * restarted, and sends all requests about it.
 */
import type { Uri } from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { DataSetState, OpenedDataSet } from '../../../protocol/data-sets.ts';
import type { ParamsOf, RequestMethod, ResultOf } from '../../../protocol/requests.ts';
import { sendRequest } from '../send-request.ts';
import type { DataSetConnection } from './data-set-connection.ts';

/** The methods of all requests about an open data set. */
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
  /** Counts how often the file was opened. If a later opening overlaps with an earlier one, the result of the earlier one is ignored. */
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
   * Opens the file, or opens it again to read its current version. `changed` receives the state until the file is opened again. Returns the
   * state or the reason for a refusal; null if the data set was opened again or closed for good in the meantime.
   */
  async open(changed: (state: DataSetState) => void): Promise<{ state: DataSetState } | { refused: string } | null> {
    const opening = ++this.opening;
    const isCurrent = () => opening === this.opening && !this.isOver;
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

  /** Called after the server has ended, which has closed the data set. */
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

  /** Sends a request about the data set. Returns null if the data set is not open, or if the request fails. */
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
      // If the server has ended, the user has already been told.
      if (this.of.client.isRunning() && id === this.id) this.of.note((error as Error).message);
      return null;
    }
  }
}
