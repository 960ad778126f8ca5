/** One preview panel: asks the server what a user would see of a document, and keeps the page up to date with it. */
import {
  CancellationTokenSource,
  type Disposable,
  Range,
  Selection,
  type TextDocument,
  type TextEditor,
  TextEditorRevealType,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
  workspace,
} from 'vscode';
import { type LanguageClient, State } from 'vscode-languageclient/node';
import { isTranscript, mayBeTranscript, ocml } from '../documents.ts';
import { comparePrompts } from './compare.ts';
import { type Asker, Inquiry, type Question, reasons } from './inquiry.ts';
import { pageOf, pageOptions } from './page.ts';
import { isFromPage, type Position, type Prompt, type ToPage, type UserView } from './protocol.ts';
import { pickTemplate } from './templates.ts';

interface Surroundings {
  readonly extensionUri: Uri;
  readonly client: LanguageClient;
  /** The document to show first. */
  readonly uri: Uri;
}

/** The most messages on the page at a time: enough to read on in, few enough to lay out at every keystroke. */
const limit = 200;

export class Preview implements Asker {
  private readonly client: LanguageClient;
  private readonly inquiry = new Inquiry(this);
  private readonly listeners: Disposable[] = [];
  private uri: Uri;
  /** Hidden layers are shown. Off in every new panel and never stored: showing them is a decision for now. */
  private debug = false;
  /** The template whose prompt is shown in place of the messages. */
  private template: string | undefined;
  /** The line around which a window of a long document is shown. */
  private around = 0;
  /** What the page shows, and whether that has hidden layers in it. */
  private view: UserView | Prompt | undefined;
  private viewDebug = false;
  /** The prompt that is being made. */
  private asked: CancellationTokenSource | undefined;

  constructor(
    readonly panel: WebviewPanel,
    { extensionUri, client, uri }: Surroundings,
  ) {
    this.client = client;
    this.uri = uri;
    panel.webview.options = pageOptions(extensionUri);
    panel.webview.onDidReceiveMessage((message: unknown) => this.handle(message), undefined, this.listeners);
    this.listeners.push(
      client.onDidChangeState(({ newState }) => {
        if (newState === State.Running) this.refresh(0);
        else if (newState === State.Stopped) this.fail(reasons.lost);
      }),
    );
    panel.onDidDispose(() => {
      if (this.template !== undefined) this.tell(null);
      this.inquiry.end();
      for (const listener of this.listeners) listener.dispose();
    });
    this.start();
    panel.webview.html = pageOf(panel.webview, extensionUri);
  }

  /** Moves on to a document. */
  moveTo(uri: Uri): void {
    if (uri.toString() === this.uri.toString()) return;
    if (this.template !== undefined) this.tell(null);
    this.uri = uri;
    if (this.template !== undefined) this.tell(this.template);
    this.view = undefined;
    this.post({ type: 'waiting' });
    this.start();
    this.refresh(0);
  }

  private start(): void {
    this.panel.title = `Preview ${this.uri.path.split('/').at(-1)}`;
    this.around = this.editor?.visibleRanges[0]?.start.line ?? 0;
  }

  /** A document has changed or been opened. */
  changed(document: TextDocument): void {
    const isTemplate = document.uri.scheme === 'file' && document.uri.fsPath === this.template?.replace(/#[^#]*$/, '');
    if (isTemplate || this.isShown(document)) this.refresh();
  }

  /** An editor has scrolled: the page goes along. */
  scrolled(editor: TextEditor): void {
    if (!this.isShown(editor.document)) return;
    const line = editor.visibleRanges[0]?.start.line ?? 0;
    if (this.template === undefined) this.goTo(line);
    this.post({ type: 'scroll', line });
  }

  cursorMoved(editor: TextEditor): void {
    if (!this.isShown(editor.document)) return;
    const { line, character } = editor.selection.active;
    this.goTo(line);
    this.post({ type: 'cursor', line, character });
  }

  /** Fetches the messages around a line, or the prompt of its row, if the page does not have them. */
  private goTo(line: number): void {
    if (!this.isOutside(line)) return;
    this.around = line;
    this.refresh();
  }

  /** Asks the server anew, soon. */
  refresh(delay?: number): void {
    this.inquiry.refresh(delay);
  }

  question(): Question {
    return { uri: this.uri.toString(), debug: this.debug, template: this.template };
  }

  /** The server's answer. Fails once the document is gone for good. */
  async request(): Promise<unknown> {
    const { uri, debug, around, template } = this;
    const open = workspace.textDocuments.find((document) => this.isShown(document));
    // The server knows open documents only; opening an untitled one again would make a new one.
    if (!open && uri.scheme === 'untitled') throw new Error('The document was closed without being saved.');
    const document = open ?? (await workspace.openTextDocument(uri));
    await this.client.start();
    const textDocument = { uri: this.client.code2ProtocolConverter.asUri(document.uri) };
    if (template !== undefined) {
      this.asked = new CancellationTokenSource();
      const params = { textDocument, template, debug, line: around, side: 'preview' };
      return this.client.sendRequest('ocml/prompt', params, this.asked.token);
    }
    return this.client.sendRequest('ocml/userView', {
      textDocument,
      debug,
      preambles: workspace.getConfiguration(ocml, uri).get('preview.showPreambles', true),
      around: { line: around, character: 0 },
      limit,
    });
  }

  stop(): void {
    this.asked?.cancel();
  }

  show(view: UserView | Prompt, { debug }: Pick<Question, 'debug'>): void {
    const isFirst = this.view === undefined;
    this.view = view;
    this.viewDebug = debug;
    const uri = this.uri.toString();
    if ('stretches' in view) return this.post({ type: 'prompt', prompt: view, debug, uri });
    this.post({ type: 'view', view, debug, uri });
    if (!isFirst) return;
    const line = this.editor?.visibleRanges[0]?.start.line ?? 0;
    this.post({ type: 'scroll', line });
    if (this.editor) this.cursorMoved(this.editor);
  }

  /** Shows why there is nothing to show, in place of what is no longer true. */
  fail(reason: string): void {
    this.view = undefined;
    this.post({ type: 'failure', reason });
  }

  private handle(message: unknown): void {
    if (!isFromPage(message)) return;
    switch (message.type) {
      case 'ready':
        // Also when the panel comes back to the front: its page was thrown away.
        if (this.view && this.viewDebug === this.debug) this.show(this.view, { debug: this.viewDebug });
        this.refresh(0);
        return;
      case 'debug':
        this.debug = message.on;
        this.refresh(0);
        return;
      case 'template':
        void this.showPrompt();
        return;
      case 'compare':
        if (this.template !== undefined)
          void comparePrompts(this.client, { ...this.question(), template: this.template });
        return;
      case 'inTemplate':
        void this.revealInTemplate(message.position);
        return;
      case 'around':
        this.around = message.line;
        this.refresh(0);
        return;
      case 'reveal':
        void this.reveal(message.position);
    }
  }

  /** Shows the prompt that a template makes in place of the messages; without one, the user chooses, and may choose the messages. */
  async showPrompt(named?: string): Promise<void> {
    await this.client.start();
    const picked = named === undefined ? await pickTemplate(this.client, this.template) : { template: named };
    if (picked === undefined) return;
    this.choose(picked.template);
    this.view = undefined;
    this.post({ type: 'waiting' });
    this.refresh(0);
  }

  /** The server marks what the template leaves out, as long as it is chosen. */
  private choose(template: string | undefined): void {
    this.template = template;
    this.tell(template ?? null);
  }

  private tell(template: string | null): void {
    if (!this.client.isRunning()) return;
    const textDocument = { uri: this.client.code2ProtocolConverter.asUri(this.uri) };
    void this.client.sendNotification('ocml/chooseTemplate', { textDocument, template });
  }

  private async revealInTemplate({ line, character }: Position): Promise<void> {
    const place = new Range(line, character, line, character);
    const file = Uri.file((this.template ?? '').replace(/#[^#]*$/, ''));
    try {
      await window.showTextDocument(file, { selection: place, viewColumn: ViewColumn.One });
    } catch (error) {
      void window.showWarningMessage(`The template could not be shown: ${(error as Error).message}`);
    }
  }

  /** Shows a place in the document's editor; the page keeps the focus. */
  private async reveal({ line, character }: Position): Promise<void> {
    const place = new Range(line, character, line, character);
    try {
      const editor = this.editor ?? (await this.openEditor());
      editor.selection = new Selection(place.start, place.end);
      editor.revealRange(place, TextEditorRevealType.InCenterIfOutsideViewport);
    } catch (error) {
      void window.showWarningMessage(`The message could not be shown in the editor: ${(error as Error).message}`);
    }
  }

  private openEditor(): Thenable<TextEditor> {
    return window.showTextDocument(this.uri, {
      viewColumn: this.panel.viewColumn === ViewColumn.One ? ViewColumn.Beside : ViewColumn.One,
      preserveFocus: true,
    });
  }

  private get editor(): TextEditor | undefined {
    return window.visibleTextEditors.find((editor) => this.isShown(editor.document));
  }

  private isShown(document: TextDocument): boolean {
    const isSame = document.uri.toString() === this.uri.toString();
    return isSame && (isTranscript(document) || mayBeTranscript(document));
  }

  /** Whether the page has only messages before, or only messages after a line, although there are others. */
  private isOutside(line: number): boolean {
    const { view } = this;
    if (view && 'stretches' in view) return view.row !== undefined && view.row !== line;
    const { messages, before, after } = view && 'messages' in view ? view : { messages: [], before: 0, after: 0 };
    const first = messages[0];
    const last = messages.at(-1);
    if (!first || !last) return false;
    return (before > 0 && line < first.range.start.line) || (after > 0 && line > last.range.end.line);
  }

  private post(message: ToPage): void {
    void this.panel.webview.postMessage(message);
  }
}
