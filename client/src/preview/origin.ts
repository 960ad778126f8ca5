/** Where a preview has its text from. */

import { Disposable, l10n, type Uri, window, workspace } from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import { isJsonFile, ocml } from '../documents.ts';
import { Follower } from '../follow/follower.ts';
import { sourceOf } from '../follow/source.ts';
import { sendNotification } from '../send-request.ts';
import { isEdited, isInFile, isOpen, isShown } from './document.ts';
import type { TrainingChoice } from './protocol.ts';

/** A preview that has its text from an origin. */
export interface Reader {
  readonly client: LanguageClient;
  /** The text is another one, or comes from elsewhere. */
  changed(isAppended?: boolean): void;
  /** There is no text: why, in words. */
  fail(reason: string): void;
  /** It follows its file on request, and says what comes of that. */
  readonly follows?: ((follower: Follower) => void) | undefined;
}

/** There is nothing to ask about yet; there will be, or what keeps it is said. */
export class Later extends Error {}

export interface Origin {
  /** The file, or the document that is not in one yet. */
  readonly uri: Uri;
  /** The address that an editor shows of it. */
  readonly source: Uri;
  /** The name of what is shown; undefined where the tab has a name already. */
  readonly title: string | undefined;
  /** The reader of the file. */
  readonly follower: Follower | undefined;
  readonly isFollowed: boolean;
  /** Whether there is a text; if not, its coming is told, or what keeps it. */
  readonly isThere: boolean;
  /** Why the server has nothing to show of it, where that need not be an error. */
  readonly whyNothing?: string | undefined;
  /** Its name in requests. Fails if there is none. */
  textDocument(): Promise<{ readonly uri: string }>;
  /** The user wants it tried again. */
  again(): void;
  /** Tells the server which template is chosen for it. */
  tell(template: string | undefined): void;
  /** Tells the server whose training of it is looked at. */
  tellTraining(training: TrainingChoice | undefined, debug: boolean): void;
  end(): void;
}

const nameOf = ({ path }: Uri) => path.split('/').at(-1) ?? path;

/** The editor while that has the document, and otherwise the file, read as *Follow* reads it. */
export class DocumentOrigin implements Origin {
  follower: Follower | undefined;
  /** The editor has it, but not for extensions: it is too large. Or its file is gone. */
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
    // The content of a file that is followed stays.
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
    // Opening an untitled one again would make a new one.
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

  /** Tabs and documents have come or gone. */
  private look(): void {
    const { uri, of } = this;
    // A file that is being read stays until there is a document to take its place.
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
  gone: l10n.t('The file no longer exists. This was its content; following resumes when the file is back.'),
  large: l10n.t('The file is larger than 256 MB and cannot be followed here. Use `ocml stream` to read it.'),
});

const wordsOf = (uri: Uri) => ({
  gone: l10n.t(
    'The file {0} no longer exists: it was deleted, moved or renamed. If it comes back, it will be shown again.',
    nameOf(uri),
  ),
  large: l10n.t('The file {0} is larger than 256 MB, which is too large for the preview.', nameOf(uri)),
});
