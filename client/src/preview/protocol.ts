/** What the extension and the page of the preview say to each other. */

export interface Position {
  readonly line: number;
  readonly character: number;
}

/** A message as the server renders it (`ocml/userView`). */
export interface ViewMessage {
  readonly index: number;
  readonly role?: string;
  readonly channel?: string;
  readonly intent?: string;
  readonly name?: string;
  readonly to?: string;
  readonly callId?: string;
  readonly text: string;
  readonly html: string;
  readonly range: { readonly start: Position; readonly end: Position };
  readonly hidden: boolean;
  readonly complete: boolean;
}

export interface UserView {
  readonly version: number;
  readonly dialect: string;
  readonly messages: readonly ViewMessage[];
  readonly total: number;
  readonly before: number;
  readonly after: number;
  readonly hidden: number;
}

export type ToPage =
  | { readonly type: 'view'; readonly view: UserView; readonly debug: boolean; readonly uri: string }
  | { readonly type: 'failure'; readonly reason: string }
  /** The editor's first visible line; the fraction is how much of it is out of sight. */
  | { readonly type: 'scroll'; readonly line: number }
  /** The line of the editor's cursor. */
  | { readonly type: 'cursor'; readonly line: number };

export type FromPage =
  | { readonly type: 'ready' }
  | { readonly type: 'debug'; readonly on: boolean }
  /** Show the messages around a line. */
  | { readonly type: 'around'; readonly line: number }
  /** Show a place in the editor. */
  | { readonly type: 'reveal'; readonly position: Position };
