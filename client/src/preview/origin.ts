/** The origins from which a preview gets its text. */

import { Disposable, l10n, type Uri, window, workspace } from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import { isJsonFile, ocml } from '../documents.ts';
import { Follower } from '../follow/follower.ts';
import { sourceOf } from '../follow/source.ts';
import { sendNotification } from '../send-request.ts';
import { isEdited, isInFile, isOpen, isShown } from './document.ts';
import type { TrainingChoice } from './protocol.ts';

/** The part of a preview that its origin uses. */
export interface Reader {
  readonly client: LanguageClient;
  /** Called when the text has changed, or comes from another source now. */
  changed(isAppended?: boolean): void;
  /** Called when there is no text. `reason`: the reason, in words. */
  fail(reason: string): void;
  /** Called when the state of the follower has changed. Only set if the user has chosen to follow the file. */
  readonly follows?: ((follower: Follower) => void) | undefined;
}

/** Thrown while there is no text yet. The origin will call `Reader.changed` or `Reader.fail` later. */
export class Later extends Error {}

export interface Origin {
  /** The address of the file, or of the unsaved document. */
  readonly uri: Uri;
  /** The address under which the text can be opened in an editor. */
  readonly source: Uri;
  /** The title of the tab; undefined if the title is set elsewhere. */
  readonly title: string | undefined;
  /** The reader of the file. Undefined if the text comes from a document. */
  readonly follower: Follower | undefined;
  readonly isFollowed: boolean;
  /** Whether there is text. If not, the origin will call `changed` or `fail` later. */
  readonly isThere: boolean;
  /** The reason why the server may have no content for the text, although nothing is wrong. */
  readonly whyNothing?: string | undefined;
  /** Returns the identifier of the text in requests. Throws an error if there is no text. */
  textDocument(): Promise<{ readonly uri: string }>;
  /** Called when the user retries. */
  again(): void;
  /** Informs the server about the chosen template. */
  tell(template: string | undefined): void;
  /** Informs the server about the training that the user is viewing. */
  tellTraining(training: TrainingChoice | undefined, debug: boolean): void;
  end(): void;
}

const nameOf = ({ path }: Uri) => path.split('/').at(-1) ?? path;

/**
 * Provides the text of a document while the document is open in an editor, and otherwise the text of the file. The file is read as it
 * grows.
 */
export class DocumentOrigin implements Origin {
  follower: Follower | undefined;
  /** Whether VS Code cannot provide the document, because it is too large or its file is missing. */
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
    // While a file is followed, its last content stays visible even if reading fails.
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
    // If an untitled document were opened again, VS Code would create a new one.
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

  /** Chooses between document and file. Called when tabs or documents have changed. */
  private look(): void {
    const { uri, of } = this;
    // Once the file is being read, it remains the source until the document is available.
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
