/** One preview panel: asks the server what a user would see of a document, and keeps the page up to date with it. */
import {
  CancellationTokenSource,
  type Disposable,
  env,
  l10n,
  type TextDocument,
  type TextEditor,
  type Uri,
  ViewColumn,
  type WebviewPanel,
  window,
  workspace,
} from 'vscode';
import { State as ClientState, type BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import { ocml } from '../documents.ts';
import { Follower } from '../follow/follower.ts';
import { sourceOf } from '../follow/source.ts';
import { warn } from '../told.ts';
import { Asides } from './asides.ts';
import { comparePrompts } from './compare.ts';
import { goneFile, watchFile } from './disk.ts';
import { editorOf, identified, isShown } from './document.ts';
import { saveExport } from './export.ts';
import { type Asker, Inquiry, type Question, reasons } from './inquiry.ts';
import { pageOf, pageOptions } from './page.ts';
import { fileOf, revealIn, revealInTemplate, scrollEditor } from './places.ts';
import {
  type Filter,
  type FromPage,
  isFromPage,
  type Mode,
  type Position,
  type Prompt,
  type State,
  type ToPage,
  type UserView,
} from './protocol.ts';
import { pickTemplate } from './templates.ts';
import { type Around, end, isOutside, messagesOn, top } from './window.ts';

interface Surroundings {
  readonly extensionUri: Uri;
  readonly client: LanguageClient;
  /** The document to show first. */
  readonly uri: Uri;
  /** What is shown of it, and whether the preview stays with it. */
  readonly state?: Omit<State, 'uri'>;
  /** It shows the file as it grows on disk, and hears of what comes of that. */
  readonly follows?: ((follower: Follower) => void) | undefined;
}

/** The most messages on the page at a time: enough to read on in, few enough to lay out in a frame. */
const limit = 80;

/** Whether a template has a name, and is not in a file. */
const isNamed = (template = '') => !/[.\\/]/.test(template);

export class Preview implements Asker {
  private readonly client: LanguageClient;
  private readonly inquiry = new Inquiry(this);
  private readonly listeners: Disposable[] = [];
  private uri: Uri;
  private file: Disposable | undefined;
  private isLocked: boolean;
  /** Hidden layers are shown. Off in every new panel and never stored: showing them is a decision for now. */
  private debug = false;
  /** The template whose prompt is shown in place of the messages. */
  private template: string | undefined;
  /** What is shown as messages, and which of them. */
  private mode: Mode;
  private only: Filter;
  private window: Around = { around: top };
  /** Until then (milliseconds), the editor scrolls because the page did. */
  private led = 0;
  /** What the page shows, and whether that has hidden layers in it. */
  private view: UserView | Prompt | undefined;
  private viewDebug = false;
  private viewMode: Mode = 'user';
  /** The answer that is waited for. */
  private asked: CancellationTokenSource | undefined;
  private readonly asides: Asides;
  /** What reads the file, where that is followed as it grows. */
  readonly follower: Follower | undefined;
  /** The user looks at a place of such a file other than its end. */
  private isElsewhere = false;

  constructor(
    readonly panel: WebviewPanel,
    { extensionUri, client, uri, state = {}, follows }: Surroundings,
  ) {
    this.client = client;
    this.uri = uri;
    this.asides = new Asides({
      client,
      shownView: () => (this.view && 'messages' in this.view ? this.view : undefined),
      textDocument: () => this.textDocument(),
      post: (message) => this.post(message),
    });
    this.isLocked = state.locked === true;
    this.mode = state.mode ?? 'user';
    // A template in a file is a program of whoever wrote it.
    this.template = workspace.isTrusted || isNamed(state.template) ? state.template : undefined;
    if (this.template !== undefined) void client.start().then(() => this.tell(this.template ?? null));
    this.only = state.only ?? {};
    panel.webview.options = pageOptions(extensionUri);
    panel.webview.onDidReceiveMessage((message: unknown) => this.handle(message), undefined, this.listeners);
    this.listeners.push(
      client.onDidChangeState(({ newState }) => {
        if (newState === ClientState.Running) {
          this.follower?.restart();
          this.refresh(0);
        } else if (newState === ClientState.Stopped) this.fail(reasons.lost);
      }),
    );
    panel.onDidDispose(() => {
      if (this.template !== undefined) this.tell(null);
      this.inquiry.end();
      this.asides.end();
      this.follower?.stop();
      this.file?.dispose();
      for (const listener of this.listeners) listener.dispose();
    });
    if (follows) this.follower = this.follow(follows);
    this.start();
    panel.webview.html = pageOf(panel.webview, extensionUri);
  }

  private follow(heard: (follower: Follower) => void): Follower {
    return new Follower(this.client, {
      address: this.client.code2ProtocolConverter.asUri(this.uri),
      name: this.uri.path.split('/').at(-1) ?? '',
      languageId: /\.(?:jsonl?|ndjson)$/i.test(this.uri.path) ? 'json' : ocml,
      source: sourceOf(this.uri),
      changed: (follower) => {
        heard(follower);
        this.refresh();
      },
    });
  }

  /** Moves on to a document. What was chosen to be left out of the one before is not of this one. */
  moveTo(uri: Uri): void {
    if (uri.toString() === this.uri.toString()) return;
    if (this.template !== undefined) this.tell(null);
    this.uri = uri;
    this.only = {};
    if (this.template !== undefined) this.tell(this.template);
    this.wait();
    this.start();
    this.refresh(0);
  }

  get document(): Uri {
    return this.uri;
  }

  get locked(): boolean {
    return this.isLocked;
  }

  lock(on: boolean): void {
    this.isLocked = on;
    this.entitle();
    this.keep();
  }

  /** Shows the document in an editor, and goes there. */
  async showSource(): Promise<void> {
    try {
      await window.showTextDocument(this.uri, { viewColumn: this.editor?.viewColumn ?? ViewColumn.One });
    } catch (error) {
      void warn(l10n.t('The file could not be shown: {0}', (error as Error).message));
    }
  }

  /** Lets the user look for words on the page. */
  find(): void {
    this.post({ type: 'search' });
  }

  /** Saves what end users see of the document, or what is shown with hidden layers. */
  export(): Promise<void> {
    const isDebug = this.debug && this.viewDebug && this.template === undefined && this.mode === 'user';
    return saveExport(this.client, { uri: this.uri, debug: isDebug, only: this.only });
  }

  private entitle(): void {
    const name = this.uri.path.split('/').at(-1) ?? '';
    const title = l10n.t('Preview {0}', name);
    this.panel.title = this.follower ? l10n.t('Following {0}', name) : this.isLocked ? `[${title}]` : title;
  }

  private start(): void {
    this.entitle();
    this.window = { around: this.editor?.visibleRanges[0]?.start ?? top };
    this.file?.dispose();
    if (this.follower) return;
    this.file = watchFile(
      this.uri,
      () => this.refresh(),
      () => this.fail(goneFile(this.uri).message),
    );
  }

  /** A document has changed, or been opened. */
  changed(document: TextDocument): void {
    const { scheme, fsPath } = document.uri;
    const isTemplate = scheme === 'file' && this.template !== undefined && fsPath === fileOf(this.template);
    if (isTemplate || isShown(document, this.uri)) this.refresh();
  }

  /** An editor has scrolled: the page goes along. */
  scrolled(editor: TextEditor): void {
    if (this.follower || !isShown(editor.document, this.uri)) return;
    if (Date.now() < this.led) return;
    const { line, character } = editor.visibleRanges[0]?.start ?? top;
    if (this.template === undefined) this.goTo({ line, character });
    this.post({ type: 'scroll', line, character });
  }

  cursorMoved(editor: TextEditor): void {
    if (this.follower || !isShown(editor.document, this.uri)) return;
    const { line, character } = editor.selection.active;
    this.goTo({ line, character });
    this.post({ type: 'cursor', line, character });
  }

  /** Fetches the messages around a place, or the prompt of its row, if the page does not have them. */
  private goTo(place: Position): void {
    if (!isOutside(this.view, place)) return;
    this.window = { around: place };
    this.refresh();
  }

  /** Asks the server again, soon. */
  refresh(delay?: number): void {
    if (this.follower?.isFed !== false) this.inquiry.refresh(delay);
    else if (this.follower.state !== '') this.fail(this.follower.state);
  }

  question(): Question {
    const { debug, mode, template, only } = this;
    return { uri: this.uri.toString(), debug, mode, template, only };
  }

  /** The server's answer. Fails once the document is gone for good. */
  async request(): Promise<unknown> {
    const { debug, mode, template, follower } = this;
    const place = follower && !this.isElsewhere ? { around: end } : this.window;
    const textDocument = await this.textDocument();
    const { token } = (this.asked = new CancellationTokenSource());
    if (template !== undefined) {
      const line = follower ? follower.end.line : 'around' in place ? place.around.line : 0;
      const params = { textDocument, template, debug, line, side: 'preview' };
      return this.client.sendRequest('ocml/prompt', params, token);
    }
    const params = { textDocument, ...this.shown(), ...place, limit };
    return this.client.sendRequest(mode === 'model' ? 'ocml/modelView' : 'ocml/userView', params, token);
  }

  private textDocument(): Promise<{ readonly uri: string }> {
    return identified(this.client, this.uri, this.follower);
  }

  /** What of the messages is shown. */
  private shown() {
    const preambles = workspace.getConfiguration(ocml, this.uri).get('preview.showPreambles', true);
    return { debug: this.debug, preambles, only: this.only };
  }

  stop(): void {
    this.asked?.cancel();
  }

  show(view: UserView | Prompt, { debug, mode, only }: Pick<Question, 'debug' | 'mode' | 'only'>): void {
    const isFirst = this.view === undefined;
    this.view = view;
    this.viewDebug = debug;
    this.viewMode = mode;
    const uri = this.uri.toString();
    this.keep();
    if ('stretches' in view) return this.post({ type: 'prompt', prompt: view, debug, uri });
    const following = this.follower?.state;
    this.post({ type: 'view', view, mode, debug, uri, only, ...(following && { following }) });
    this.asides.countSoon();
    if (view.after === 0) this.isElsewhere = false;
    if (!isFirst || this.follower) return;
    const { line, character } = this.editor?.visibleRanges[0]?.start ?? top;
    this.post({ type: 'scroll', line, character });
    if (this.editor) this.cursorMoved(this.editor);
  }

  /** Shows why there is nothing to show, in place of what is no longer true. */
  fail(reason: string): void {
    this.view = undefined;
    this.post({ type: 'failure', reason });
  }

  private handle(message: unknown): void {
    if (isFromPage(message)) (this.on[message.type] as (message: FromPage) => unknown)(message);
  }

  private readonly on: { readonly [T in FromPage['type']]: (message: Extract<FromPage, { type: T }>) => unknown } = {
    ready: () => {
      // Also when the panel comes back to the front: its page was thrown away.
      if (this.view && this.viewDebug === this.debug && this.viewMode === this.mode)
        this.show(this.view, this.question());
      this.refresh(0);
    },
    debug: ({ on }) => this.choose({ debug: on }),
    mode: ({ mode }) => this.choose({ mode, template: undefined }),
    filter: ({ only }) => this.choose({ only }),
    window: ({ rank }) => this.around({ rank }),
    conversation: ({ number }) => this.around({ number }),
    around: ({ position }) => this.around({ around: position }),
    template: () => this.showPrompt(),
    compare: () =>
      this.template !== undefined && comparePrompts(this.client, { ...this.question(), template: this.template }),
    inTemplate: ({ position }) => revealInTemplate(this.template ?? '', position),
    // What the model continues from is found as what it is made of.
    find: ({ query }) => this.asides.search(query, { ...this.shown(), debug: this.debug || this.mode === 'model' }),
    export: () => this.export(),
    scrolled: ({ position }) => {
      this.led = Date.now() + 250;
      if (!this.follower) scrollEditor(this.editor, position);
    },
    copy: ({ position }) => this.copy(position),
    // Where messages before it were left out, it is elsewhere in the file.
    reveal: ({ position }) =>
      this.follower?.dropped ? this.showSource() : revealIn(() => this.editor ?? this.openEditor(), position),
  };

  private around(window: Around): void {
    this.window = window;
    this.isElsewhere = true;
    this.refresh(0);
  }

  /** Shows something else of the document, as the user wants it. */
  private choose(what: { debug?: boolean; mode?: Mode; only?: Filter; template?: undefined }): void {
    const { debug = this.debug, mode = this.mode, only = this.only } = what;
    // Ranks are of what was shown before.
    if (!('around' in this.window)) this.window = { around: this.firstShown };
    [this.debug, this.mode, this.only] = [debug, mode, only];
    if ('template' in what && this.template !== undefined) this.setTemplate(undefined);
    this.keep();
    this.refresh(0);
  }

  private get firstShown(): Position {
    return messagesOn(this.view)[0]?.range.start ?? top;
  }

  /** Shows the prompt that a template makes in place of the messages; without one, the user chooses, and may choose the messages. */
  async showPrompt(named?: string): Promise<void> {
    await this.client.start();
    const picked = named === undefined ? await pickTemplate(this.client, this.template) : { template: named };
    if (picked === undefined) return;
    this.setTemplate(picked.template);
    this.wait();
    this.refresh(0);
  }

  /** The server marks what the template leaves out, as long as it is chosen. */
  private setTemplate(template: string | undefined): void {
    this.template = template;
    this.tell(template ?? null);
  }

  private tell(template: string | null): void {
    if (!this.client.isRunning()) return;
    const textDocument = { uri: this.client.code2ProtocolConverter.asUri(this.uri) };
    void this.client.sendNotification('ocml/chooseTemplate', { textDocument, template });
  }

  /** Copies what is shown of a message: where hidden layers are not, nothing of them. */
  private async copy({ line, character }: Position): Promise<void> {
    const found = messagesOn(this.view).find(
      ({ range: { start } }) => start.line === line && start.character === character,
    );
    if (found === undefined) return;
    await env.clipboard.writeText(found.text);
    window.setStatusBarMessage(l10n.t('The message was copied'), 3000);
  }

  private openEditor(): Thenable<TextEditor> {
    return window.showTextDocument(this.uri, {
      viewColumn: this.panel.viewColumn === ViewColumn.One ? ViewColumn.Beside : ViewColumn.One,
      preserveFocus: true,
    });
  }

  private get editor(): TextEditor | undefined {
    return editorOf(this.uri);
  }

  /** What was shown is of something else. */
  private wait(): void {
    this.view = undefined;
    this.post({ type: 'waiting' });
  }

  /** What comes back with the window. */
  private keep(): void {
    const { mode, template, only, isLocked: locked } = this;
    const state: State = { uri: this.uri.toString(), locked, mode, only, ...(template !== undefined && { template }) };
    this.post({ type: 'keep', state });
  }

  private post(message: ToPage): void {
    void this.panel.webview.postMessage(message);
  }
}
