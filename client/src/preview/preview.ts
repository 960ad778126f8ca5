/** A preview panel. It asks the server which parts of a document a user would see, and keeps the page up to date. */
import {
  CancellationTokenSource,
  type Disposable,
  l10n,
  type TextDocument,
  type TextEditor,
  type Uri,
  type WebviewPanel,
} from 'vscode';
import { State as ClientState, type BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { Follower } from '../follow/follower.ts';
import { Beside } from './beside.ts';
import { saveExport, savePrompt } from './export.ts';
import { LatestRequest, type Question, type RequestHost, reasons } from './latest-request.ts';
import { MessageAlternatives } from './message-alternatives.ts';
import { DocumentOrigin, type Origin, type Reader } from './origin.ts';
import { type PageName, pageOf, pageOptions } from './page.ts';
import { answerPage } from './page-answers.ts';
import { PageState } from './page-state.ts';
import { fileOf } from './places.ts';
import { PreviewDetails } from './preview-details.ts';
import type { PreviewParts } from './preview-parts.ts';
import {
  isPrompt,
  type Position,
  type Prompt,
  type State,
  type ToPage,
  type Training,
  type TrainingChoice,
  type UserView,
} from './protocol.ts';
import type { TrainingMemory } from './training-memory.ts';
import { ViewChoices } from './view-choices.ts';
import { ViewOptions } from './view-options.ts';
import { isOutside, top } from './window.ts';

interface Surroundings {
  readonly extensionUri: Uri;
  readonly client: LanguageClient;
  readonly trainings: TrainingMemory;
  /** The document that is shown first. */
  readonly uri: Uri;
  /** The options of the view, and whether the preview is locked to its document. */
  readonly state?: Omit<State, 'uri'>;
  /** Set if the preview follows a growing file: called when the state of the follower has changed. */
  readonly follows?: ((follower: Follower) => void) | undefined;
  /** Creates the origin of the text. Only set if the text is not a whole document or file. */
  readonly origin?: (reader: Reader) => Origin;
  /** The page to show. Only set if the page has other parts besides the preview. */
  readonly page?: PageName;
}

/** The delay before the page is updated when text was appended to a file, in milliseconds. */
const appendedDelay = 15;

export class Preview implements RequestHost {
  private readonly inquiry = new LatestRequest(this);
  private readonly listeners: Disposable[] = [];
  private readonly asides: PreviewDetails;
  private readonly beside: Beside;
  private readonly alternatives: MessageAlternatives;
  private readonly wanted: ViewOptions;
  private readonly shown = new PageState((message) => this.post(message));
  private origin: Origin;
  private isLocked: boolean;
  private isOver = false;
  /** Cancels the current request. */
  private asked: CancellationTokenSource | undefined;

  constructor(
    readonly panel: WebviewPanel,
    private readonly surroundings: Surroundings,
  ) {
    const { extensionUri, client, uri, page, state = {} } = surroundings;
    this.wanted = new ViewOptions(state);
    this.isLocked = state.locked === true;
    this.origin = this.originOf(uri);
    this.beside = new Beside(panel, () => this.origin.source);
    this.asides = new PreviewDetails({
      client,
      shownView: () => this.shown.view,
      textDocument: () => this.origin.textDocument(),
      post: (message) => this.post(message),
    });
    const parts = this.partsWith(client);
    this.alternatives = new MessageAlternatives(parts, surroundings.trainings);
    this.alternatives.tell();
    const answer = answerPage(parts, new ViewChoices(parts, this.alternatives), this.alternatives, {
      begin: () => this.begin(),
      export: () => this.export(),
      showSource: () => this.showSource(),
    });
    panel.webview.options = pageOptions(extensionUri);
    panel.webview.onDidReceiveMessage(answer, undefined, this.listeners);
    this.listeners.push(client.onDidChangeState(({ newState }) => this.serverIs(newState)));
    panel.onDidDispose(() => this.end());
    this.start();
    panel.webview.html = pageOf(panel.webview, extensionUri, page);
  }

  private partsWith(client: LanguageClient): PreviewParts {
    const { wanted, shown, beside, asides } = this;
    const currentOrigin = () => this.origin;
    return {
      client,
      wanted,
      shown,
      beside,
      asides,
      get origin() {
        return currentOrigin();
      },
      refresh: (delay) => this.refresh(delay),
      question: () => this.question(),
      keep: () => this.keep(),
    };
  }

  private end(): void {
    this.isOver = true;
    this.alternatives.setTemplate(undefined);
    this.alternatives.setTraining(undefined);
    this.inquiry.end();
    this.shown.end();
    this.asides.end();
    this.origin.end();
    for (const listener of this.listeners) listener.dispose();
  }

  private originOf(uri: Uri): Origin {
    const { client, follows } = this.surroundings;
    // Text that is appended to a file arrives in pieces, not letter by letter, so the delay is shorter.
    const changed = (isAppended = false) => this.refresh(isAppended ? appendedDelay : undefined);
    const fail = (reason: string) => this.fail(reason);
    const reader = { client, follows, changed, fail };
    return this.surroundings.origin?.(reader) ?? new DocumentOrigin(uri, reader);
  }

  private serverIs(state: ClientState): void {
    if (state === ClientState.Running) {
      this.origin.follower?.restart();
      this.refresh(0);
    } else if (state === ClientState.Stopped) this.fail(reasons.lost);
  }

  /** Moves to another document. The filter, the branch and the template of the previous document are dropped; the training is kept. */
  moveTo(uri: Uri): void {
    if (uri.toString() === this.document.toString()) return;
    const { training } = this.wanted;
    this.alternatives.setTemplate(undefined);
    this.alternatives.setTraining(undefined);
    this.origin.end();
    this.origin = this.originOf(uri);
    this.wanted.only = {};
    this.wanted.branch = undefined;
    this.alternatives.setTraining(training);
    this.shown.wait();
    this.start();
    this.refresh(0);
  }

  get document(): Uri {
    return this.origin.uri;
  }

  get locked(): boolean {
    return this.isLocked;
  }

  /** The follower. Undefined unless the user has chosen to follow the file. */
  get follower(): Follower | undefined {
    return this.origin.isFollowed ? this.origin.follower : undefined;
  }

  lock(on: boolean): void {
    this.isLocked = on;
    this.entitle();
    this.keep();
  }

  /** Shows the document in an editor, and moves the focus there. */
  showSource(): Promise<void> {
    return this.beside.enter();
  }

  /** Opens the search bar of the page. */
  find(): void {
    this.post({ type: 'search' });
  }

  /** Exports the prompt that is shown; otherwise the part of the document that end users see, and the hidden layers if they are shown. */
  export(): Promise<void> {
    const { debug, mode, only, template, training, branch } = this.wanted;
    const isOfMessages = template === undefined && training === undefined;
    if (template !== undefined && training === undefined)
      return savePrompt(this.document.with({ path: this.origin.source.path }), () => this.wholePrompt());
    const isDebug = debug && this.shown.debug && isOfMessages && mode === 'user';
    const textDocument = () => this.origin.textDocument();
    return saveExport(this.surroundings.client, {
      uri: this.document.with({ path: this.origin.source.path }),
      textDocument,
      debug: isDebug,
      only,
      branch,
    });
  }

  /** Requests the prompt on the page as text, without the limit on its length. */
  private async wholePrompt(): Promise<string> {
    const [, params] = await this.wanted.request(this.origin);
    const prompt: unknown = await this.surroundings.client.sendRequest('ocml/prompt', {
      ...params,
      side: 'export',
      whole: true,
    });
    if (!isPrompt(prompt)) throw new Error(l10n.t('the language server could not render this prompt'));
    if (prompt.error !== undefined) throw new Error(prompt.error);
    return prompt.stretches.map(({ text }) => text).join('');
  }

  private entitle(): void {
    const name = this.origin.title;
    if (name === undefined) return;
    const title = l10n.t('Preview {0}', name);
    this.panel.title = this.follower ? l10n.t('Following {0}', name) : this.isLocked ? `[${title}]` : title;
  }

  private start(): void {
    this.entitle();
    this.wanted.window = { around: this.beside.first };
  }

  /** Shows the origin's text from its beginning, after that text was replaced. */
  startAgain(): void {
    this.wanted.only = {};
    this.shown.expectOther();
    this.start();
    this.refresh(0);
  }

  /** Called when a document was opened or has changed. */
  changed(document: TextDocument): void {
    const { scheme, fsPath } = document.uri;
    const { training } = this.wanted;
    const template = training ? this.shown.training?.setting?.template : this.wanted.template;
    const isTemplate = scheme === 'file' && template !== undefined && fsPath === fileOf(template);
    if (isTemplate || this.beside.shows(document)) this.refresh();
  }

  /** Called when the user has scrolled an editor, to scroll the page as well. */
  scrolled(editor: TextEditor): void {
    if (this.follower || !this.beside.shows(editor.document) || !this.beside.leads) return;
    const { line, character } = editor.visibleRanges[0]?.start ?? top;
    if (this.wanted.template === undefined && this.wanted.training === undefined) this.goTo({ line, character });
    this.post({ type: 'scroll', line, character });
  }

  cursorMoved(editor: TextEditor): void {
    if (this.follower || !this.beside.shows(editor.document)) return;
    const { line, character } = editor.selection.active;
    this.mark({ line, character });
  }

  private mark(cursor: Position): void {
    this.goTo(cursor);
    this.post({ type: 'cursor', ...cursor });
  }

  /** Requests the messages around a position, or the prompt of its row, unless they are already on the page. */
  private goTo(position: Position): void {
    if (!isOutside(this.shown.view, position)) return;
    this.wanted.window = { around: position };
    this.refresh();
  }

  /** Requests the content again after `delay` milliseconds. */
  refresh(delay?: number): void {
    if (this.origin.isThere) this.inquiry.refresh(delay);
  }

  question(): Question {
    const { debug, mode, template, training, only, branch } = this.wanted;
    return { uri: this.origin.source.toString(), debug, mode, template, training, only, branch };
  }

  /** Requests the content from the server. Throws an error if there is no document. */
  async request(): Promise<unknown> {
    const [method, params] = await this.wanted.request(this.origin);
    this.asked = new CancellationTokenSource();
    return this.surroundings.client.sendRequest(method, params, this.asked.token);
  }

  stop(): void {
    this.asked?.cancel();
  }

  show(view: UserView | Prompt | Training, question: Question): void {
    const isFirst = this.shown.view === undefined;
    this.keep();
    this.shown.put(view, question, this.follower?.state);
    if (!('sequences' in view)) this.asides.countSoon();
    if (!('messages' in view)) return;
    if (view.after === 0) this.wanted.isElsewhere = false;
    if (!isFirst || this.follower) return;
    const { first, cursor } = this.beside;
    this.post({ type: 'scroll', ...first });
    if (cursor) this.mark(cursor);
  }

  fail(reason: string): void {
    this.shown.fail(reason);
  }

  showNothing(): void {
    const { whyNothing } = this.origin;
    if (whyNothing === undefined) this.fail(reasons.none);
    else this.shown.explain(whyNothing);
  }

  /** Fills the page after it has loaded. This also happens when the panel returns to the front, since VS Code discards hidden pages. */
  private begin(): void {
    if (this.shown.view && this.shown.fits(this.wanted)) this.show(this.shown.view, this.question());
    this.origin.again();
    this.refresh(0);
  }

  /** Shows the prompt that a template renders, in place of the messages. */
  showPrompt(template?: string): Promise<void> {
    return this.alternatives.showPrompt(template);
  }

  /** Shows the parts that a trainer trains on, in place of the messages. */
  showTraining(trainingChoice?: TrainingChoice): Promise<void> {
    return this.alternatives.showTraining(trainingChoice);
  }

  /** Stores the state that is restored with the window. */
  private keep(): void {
    this.post({ type: 'keep', state: this.wanted.state(this.document.toString(), this.isLocked) });
  }

  private post(message: ToPage): void {
    // An answer may arrive after the panel was closed.
    if (!this.isOver) void this.panel.webview.postMessage(message);
  }
}
