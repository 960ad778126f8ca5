/** The sources of the text in a preview. */

import { Disposable, l10n, type Uri, window, workspace } from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import { isJsonFile, ocml } from '../documents.ts';
import { Follower } from '../follow/follower.ts';
import { sourceOf } from '../follow/source.ts';
import { sendNotification } from '../send-request.ts';
import { isEdited, isInFile, isOpen, isShown } from './document.ts';
import type { TrainingChoice } from './protocol.ts';

/** A preview that gets its text from an origin. */
export interface Reader {
  readonly client: LanguageClient;
  /** Called when the text or its source has changed. */
  changed(isAppended?: boolean): void;
  /** Called when there is no text, with the reason in words. */
  fail(reason: string): void;
  /** Receives the state changes of the follower; only set if the user asked to follow the file. */
  readonly follows?: ((follower: Follower) => void) | undefined;
}

/** Thrown while there is no text yet: a call of `Reader.changed` or `Reader.fail` will follow. */
export class Later extends Error {}

export interface Origin {
  /** The address of the file, or of the unsaved document. */
  readonly uri: Uri;
  /** The address under which an editor shows the text. */
  readonly source: Uri;
  /** The title; undefined if the tab already has one. */
  readonly title: string | undefined;
  /** The reader of the file. */
  readonly follower: Follower | undefined;
  readonly isFollowed: boolean;
  /** Whether there is text; if not, a call of `changed` or `fail` will follow. */
  readonly isThere: boolean;
  /** Why the server may have no content for the text, if this is not necessarily an error. */
  readonly whyNothing?: string | undefined;
  /** The identifier of the text in requests. Fails if there is no text. */
  textDocument(): Promise<{ readonly uri: string }>;
  /** Called when the user retries. */
  again(): void;
  /** Notifies the server of the chosen template. */
  tell(template: string | undefined): void;
  /** Notifies the server of the training being viewed. */
  tellTraining(training: TrainingChoice | undefined, debug: boolean): void;
  end(): void;
}

const nameOf = ({ path }: Uri) => path.split('/').at(-1) ?? path;

/** The document while an editor has it; otherwise the file, which is read as it grows. */
export class DocumentOrigin implements Origin {
  follower: Follower | undefined;
  /** Whether extensions cannot get the editor's document because it is too large or its file is gone. */
  private isKept = false;
  private readonly listeners: Disposable;

  constructor(
    readonly uri: Uri,
    private readonly of: Reader,
  ) {
    this.look();
    const look = () => this.look();
    this.listeners = Disposable.from(
      window.tabGroups.onDidChangeTabs(look),
      workspace.onDidCloseTextDocument(look),
      workspace.onDidOpenTextDocument((document) => {
        if (isShown(document, uri)) this.isKept = false;
        look();
      }),
    );
  }

  get source(): Uri {
    return this.uri;
  }

  get title(): string {
    return nameOf(this.uri);
  }

  end(): void {
    this.listeners.dispose();
    this.follower?.stop();
  }

  get isFollowed(): boolean {
    return this.of.follows !== undefined;
  }

  get isThere(): boolean {
    const { follower, of } = this;
    if (follower === undefined) return true;
    const { isAmiss, isFed, state } = follower;
    // The last content of a followed file stays visible.
    const isFailing = this.isFollowed ? !isFed && state !== '' : isAmiss;
    if (isFailing) of.fail(state);
    return isFed && !isFailing;
  }

  again(): void {
    if (this.isFollowed || this.follower?.isRunning !== false) return;
    this.follower.stop();
    this.follower = undefined;
    this.look();
  }

  tell(template: string | undefined): void {
    const { client } = this.of;
    if (!client.isRunning()) return;
    const textDocument = { uri: client.code2ProtocolConverter.asUri(this.uri) };
    void sendNotification(client, 'ocml/chooseTemplate', { textDocument, template: template ?? null });
  }

  tellTraining(training: TrainingChoice | undefined, debug: boolean): void {
    const { client } = this.of;
    if (!client.isRunning()) return;
    const textDocument = { uri: client.code2ProtocolConverter.asUri(this.uri) };
    void sendNotification(client, 'ocml/chooseTraining', { textDocument, training: training ?? null, debug });
  }

  async textDocument(): Promise<{ readonly uri: string }> {
    const { follower, uri, of } = this;
    if (follower) return { uri: follower.uri };
    // Opening an untitled document again would create a new one.
    const open = workspace.textDocuments.find((document) => isShown(document, uri));
    if (!open && uri.scheme === 'untitled') throw new Error(l10n.t('The document was closed without being saved.'));
    const document = open ?? (await this.opened());
    await of.client.start();
    return { uri: of.client.code2ProtocolConverter.asUri(document.uri) };
  }

  private async opened() {
    try {
      return await workspace.openTextDocument(this.uri);
    } catch (error) {
      if (!isInFile(this.uri)) throw error;
      this.isKept = true;
      this.look();
      throw new Later();
    }
  }

  /** Chooses between document and file after tabs or documents have changed. */
  private look(): void {
    const { uri, of } = this;
    // If the file is already being read, it is used until there is a document.
    const isTheirs = isEdited(uri) && (this.follower === undefined || isOpen(uri));
    const reads = this.isFollowed || (isInFile(uri) && (this.isKept || !isTheirs));
    if (reads === (this.follower !== undefined)) return;
    const had = this.follower;
    this.follower = reads ? this.read() : undefined;
    if (!had) return;
    had.stop();
    of.changed();
  }

  private read(): Follower {
    const { uri, of } = this;
    return new Follower(of.client, {
      address: of.client.code2ProtocolConverter.asUri(uri),
      name: nameOf(uri),
      languageId: isJsonFile(uri) ? 'json' : ocml,
      source: sourceOf(uri),
      ...(of.follows ? { words: wordsOfFollowing() } : { all: true, words: wordsOf(uri) }),
      changed: (follower) => {
        of.follows?.(follower);
        if (follower === this.follower) of.changed(follower.isFed);
      },
    });
  }
}

const wordsOfFollowing = () => ({
  gone: l10n.t('The file no longer exists. The preview shows its last content, and resumes when the file is back.'),
  large: l10n.t('The file is larger than 256 MB and cannot be followed here. Use `ocml stream` to read it.'),
});

const wordsOf = (uri: Uri) => ({
  gone: l10n.t(
    'The file {0} no longer exists: it was deleted, moved or renamed. If it comes back, it will be shown again.',
    nameOf(uri),
  ),
  large: l10n.t('The file {0} is larger than 256 MB, which is too large for the preview.', nameOf(uri)),
});
