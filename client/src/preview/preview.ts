/** One preview panel: asks the server what a user would see of a document, and keeps the page up to date with it. */
import {
  CancellationTokenSource,
  type Disposable,
  l10n,
  type TextDocument,
  type TextEditor,
  type Uri,
  type WebviewPanel,
  workspace,
} from 'vscode';
import { State as ClientState, type BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { Follower } from '../follow/follower.ts';
import { showInformation } from '../notifications.ts';
import { Beside } from './beside.ts';
import { comparePrompts, compareTrainings } from './compare.ts';
import { saveExport } from './export.ts';
import { type FindingStep, showFinding } from './findings.ts';
import { fixProblem, showRule } from './fix.ts';
import { LatestRequest, type Question, type RequestHost, reasons } from './latest-request.ts';
import { DocumentOrigin, type Origin, type Reader } from './origin.ts';
import { type PageName, pageOf, pageOptions } from './page.ts';
import { PageState } from './page-state.ts';
import { pickTemplate } from './pick-template.ts';
import { fileOf, revealInTemplate } from './places.ts';
import { PreviewDetails } from './preview-details.ts';
import {
  type Filter,
  type FromPage,
  isFromPage,
  type Mode,
  type Position,
  type Prompt,
  type State,
  type ToPage,
  type Training,
  type TrainingChoice,
  type UserView,
} from './protocol.ts';
import { changeChoice, completeChoice } from './training-choices.ts';
import type { TrainingMemory } from './training-memory.ts';
import type { TrainingChange } from './training-shapes.ts';
import { ViewOptions } from './view-options.ts';
import { type Around, isOutside, top } from './window.ts';

interface Surroundings {
  readonly extensionUri: Uri;
  readonly client: LanguageClient;
  readonly trainings: TrainingMemory;
  /** The document to show first. */
  readonly uri: Uri;
  /** The options of its view, and whether the preview stays with it. */
  readonly state?: Omit<State, 'uri'>;
  /** It shows the file as it grows on disk, and hears of what comes of that. */
  readonly follows?: ((follower: Follower) => void) | undefined;
  /** Where its text comes from, if that is not a document or a file as a whole. */
  readonly origin?: (reader: Reader) => Origin;
  /** The page that it is on, if that has more than the preview. */
  readonly page?: PageName;
}

/** How soon the page follows what is appended to a file, in milliseconds. */
const appendedDelay = 15;

export class Preview implements RequestHost {
  private readonly inquiry = new LatestRequest(this);
  private readonly listeners: Disposable[] = [];
  private readonly asides: PreviewDetails;
  private readonly beside: Beside;
  private readonly wanted: ViewOptions;
  private readonly shown = new PageState((message) => this.post(message));
  private origin: Origin;
  private isLocked: boolean;
  private isOver = false;
  /** The answer that is waited for. */
  private asked: CancellationTokenSource | undefined;

  constructor(
    readonly panel: WebviewPanel,
    private readonly given: Surroundings,
  ) {
    const { extensionUri, client, uri, page, state = {} } = given;
    this.wanted = new ViewOptions(state);
    this.isLocked = state.locked === true;
    this.origin = this.originOf(uri);
    this.beside = new Beside(panel, () => this.origin.source);
    this.asides = new PreviewDetails({
      client,
      shownView: () => this.shown.messages,
      textDocument: () => this.origin.textDocument(),
      post: (message) => this.post(message),
    });
    const { template, training } = this.wanted;
    if (template !== undefined) void client.start().then(() => this.origin.tell(template));
    if (training) void client.start().then(() => this.origin.tellTraining(training, false));
    panel.webview.options = pageOptions(extensionUri);
    panel.webview.onDidReceiveMessage((message: unknown) => this.handle(message), undefined, this.listeners);
    this.listeners.push(client.onDidChangeState(({ newState }) => this.serverIs(newState)));
    panel.onDidDispose(() => this.end());
    this.start();
    panel.webview.html = pageOf(panel.webview, extensionUri, page);
  }

  private end(): void {
    this.isOver = true;
    this.setTemplate(undefined);
    this.setTraining(undefined);
    this.inquiry.end();
    this.shown.end();
    this.asides.end();
    this.origin.end();
    for (const listener of this.listeners) listener.dispose();
  }

  private originOf(uri: Uri): Origin {
    const { client, follows } = this.given;
    // Text that is appended to a file comes in pieces, not letter by letter.
    const changed = (isAppended = false) => this.refresh(isAppended ? appendedDelay : undefined);
    const fail = (reason: string) => this.fail(reason);
    const reader = { client, follows, changed, fail };
    return this.given.origin?.(reader) ?? new DocumentOrigin(uri, reader);
  }

  private serverIs(state: ClientState): void {
    if (state === ClientState.Running) {
      this.origin.follower?.restart();
      this.refresh(0);
    } else if (state === ClientState.Stopped) this.fail(reasons.lost);
  }

  /** Moves on to a document. What was chosen to be left out of the one before is not of this one. */
  moveTo(uri: Uri): void {
    if (uri.toString() === this.document.toString()) return;
    const { template, training } = this.wanted;
    this.setTemplate(undefined);
    this.setTraining(undefined);
    this.origin.end();
    this.origin = this.originOf(uri);
    this.wanted.only = {};
    this.wanted.branch = undefined;
    this.setTemplate(template);
    this.setTraining(training);
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

  /** The reader of the file, where that is followed as it grows. */
  get follower(): Follower | undefined {
    return this.origin.isFollowed ? this.origin.follower : undefined;
  }

  lock(on: boolean): void {
    this.isLocked = on;
    this.entitle();
    this.keep();
  }

  /** Shows the document in an editor, and goes there. */
  showSource(): Promise<void> {
    return this.beside.enter();
  }

  /** Lets the user look for words on the page. */
  find(): void {
    this.post({ type: 'search' });
  }

  /** Saves what end users see of the document, or what is shown with hidden layers. */
  export(): Promise<void> {
    const { debug, mode, only, template, training, branch } = this.wanted;
    const isOfMessages = template === undefined && training === undefined;
    const isDebug = debug && this.shown.debug && isOfMessages && mode === 'user';
    const textDocument = () => this.origin.textDocument();
    return saveExport(this.given.client, {
      ...{ uri: this.document.with({ path: this.origin.source.path }), textDocument, debug: isDebug, only, branch },
    });
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

  /** The origin has another text than before, which is shown from its beginning. */
  startAgain(): void {
    this.wanted.only = {};
    this.shown.expectOther();
    this.start();
    this.refresh(0);
  }

  /** A document has changed, or been opened. */
  changed(document: TextDocument): void {
    const { scheme, fsPath } = document.uri;
    const { training } = this.wanted;
    const template = training ? this.shown.training?.setting?.template : this.wanted.template;
    const isTemplate = scheme === 'file' && template !== undefined && fsPath === fileOf(template);
    if (isTemplate || this.beside.shows(document)) this.refresh();
  }

  /** An editor has scrolled: the page goes along. */
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

  /** Fetches the messages around a place, or the prompt of its row, if the page does not have them. */
  private goTo(place: Position): void {
    if (!isOutside(this.shown.view, place)) return;
    this.wanted.window = { around: place };
    this.refresh();
  }

  /** Asks the server again, soon. */
  refresh(delay?: number): void {
    if (this.origin.isThere) this.inquiry.refresh(delay);
  }

  question(): Question {
    const { debug, mode, template, training, only, branch } = this.wanted;
    return { uri: this.origin.source.toString(), debug, mode, template, training, only, branch };
  }

  /** The server's answer. Fails where there is no document to ask about. */
  async request(): Promise<unknown> {
    const [method, params] = await this.wanted.request(this.origin);
    this.asked = new CancellationTokenSource();
    return this.given.client.sendRequest(method, params, this.asked.token);
  }

  stop(): void {
    this.asked?.cancel();
  }

  show(view: UserView | Prompt | Training, question: Question): void {
    const isFirst = this.shown.view === undefined;
    this.keep();
    this.shown.put(view, question, this.follower?.state);
    if (!('messages' in view)) return;
    this.asides.countSoon();
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

  private handle(message: unknown): void {
    if (isFromPage(message)) (this.on[message.type] as (message: FromPage) => unknown)(message);
  }

  private readonly on: { readonly [T in FromPage['type']]: (message: Extract<FromPage, { type: T }>) => unknown } = {
    ready: () => {
      // Also when the panel comes back to the front: its page was thrown away.
      if (this.shown.view && this.shown.fits(this.wanted)) this.show(this.shown.view, this.question());
      this.origin.again();
      this.refresh(0);
    },
    debug: ({ on }) => this.choose({ debug: on }),
    mode: ({ mode }) => this.choose({ mode, template: undefined }),
    filter: ({ only }) => this.choose({ only }),
    branch: ({ branch }) => this.showBranch(branch),
    window: ({ rank }) => this.around({ rank }),
    conversation: ({ number }) => this.around({ number }),
    around: ({ position }) => this.around({ around: position }),
    template: () => this.showPrompt(),
    training: () => (this.wanted.training ? this.changeTraining('trainer') : this.showTraining()),
    changeTraining: ({ what, option }) => this.changeTraining(what, option),
    problem: (step) => this.showFinding(step),
    compare: () => {
      const { template } = this.wanted;
      const { client } = this.given;
      const training = this.shown.training;
      if (this.wanted.training)
        return compareTrainings(
          client,
          { ...this.question(), training: this.wanted.training, line: this.line },
          training,
        );
      return template !== undefined && comparePrompts(client, { ...this.question(), template, training: undefined });
    },
    inTemplate: ({ position }) => revealInTemplate(this.wanted.template ?? '', position),
    // Text that the model continues from is found in its parts.
    find: ({ query }) => {
      const { debug, mode } = this.wanted;
      return this.asides.search(query, { ...this.wanted.shownOf(this.document), debug: debug || mode === 'model' });
    },
    export: () => this.export(),
    scrolled: ({ position }) => !this.follower && this.beside.scrollTo(position),
    copy: ({ position }) => this.shown.copy(position),
    raw: ({ position, row }) => {
      const { debug, mode } = this.wanted;
      if (debug || mode === 'model') return this.asides.showRaw(position, row, this.wanted.shownOf(this.document));
    },
    // Where messages before it were left out, it is elsewhere in the file.
    reveal: ({ position }) => (this.origin.follower?.dropped ? this.showSource() : this.beside.reveal(position)),
    fix: ({ code, position }) => this.fix(code, position),
    rule: ({ code }) => showRule(code),
  };

  private fix(code: string, position: Position): Promise<void> {
    const { source, isFollowed } = this.origin;
    return fixProblem(isFollowed ? undefined : source, this.beside, position, code);
  }

  private around(window: Around): void {
    this.wanted.goTo(window);
    this.refresh(0);
  }

  /** Shows something else of the document, as the user wants it. */
  private choose(what: { debug?: boolean; mode?: Mode; only?: Filter; template?: undefined }): void {
    const { wanted } = this;
    const { debug = wanted.debug, mode = wanted.mode, only = wanted.only } = what;
    // Ranks are of what was shown before.
    if (!('around' in wanted.window)) wanted.window = { around: this.shown.first ?? top };
    [wanted.debug, wanted.mode, wanted.only] = [debug, mode, only];
    if ('template' in what) this.setTemplate(undefined);
    this.setTraining('template' in what ? undefined : wanted.training);
    this.keep();
    this.refresh(0);
  }

  /** Shows another conversation of a session, from where it left the one that is shown. */
  private showBranch(branch: string | undefined): void {
    const { wanted, shown } = this;
    const chosen = shown.messages?.session?.branches.find(({ id }) => id === branch);
    if (chosen) wanted.goTo({ around: chosen.position });
    wanted.branch = branch;
    this.refresh(0);
  }

  /** Shows the prompt that a template makes in place of the messages; without one, the user chooses, and may choose the messages. */
  async showPrompt(named?: string): Promise<void> {
    const { client } = this.given;
    await client.start();
    const picked = named === undefined ? await pickTemplate(client, this.wanted.template) : { template: named };
    if (picked === undefined) return;
    this.setTraining(undefined);
    this.setTemplate(picked.template);
    this.shown.wait();
    this.refresh(0);
  }

  /** Shows what a trainer trains in place of the messages: as it was last looked at, or else as the user chooses. */
  async showTraining(named?: TrainingChoice): Promise<void> {
    const { client, trainings } = this.given;
    if (!workspace.isTrusted) {
      void showInformation(
        l10n.t(
          'Loss masks are shown only in trusted workspaces, because they are computed with tokenizer files from the workspace.',
        ),
      );
      return;
    }
    await client.start();
    const remembered = named ?? trainings.of(this.document.toString()) ?? {};
    this.showTrainingOf(await completeChoice(client, await this.origin.textDocument(), remembered));
  }

  /** Lets the user change a part of whose training is shown. */
  private async changeTraining(what: TrainingChange, option?: string): Promise<void> {
    const { client } = this.given;
    const { training = {} } = this.wanted;
    const choice = await changeChoice(client, training, this.shown.training?.setting, what, option);
    if (choice) this.showTrainingOf(await completeChoice(client, await this.origin.textDocument(), choice));
  }

  private showTrainingOf(choice: TrainingChoice | undefined): void {
    if (choice === undefined) return;
    if (this.wanted.training === undefined) this.shown.wait();
    this.setTemplate(undefined);
    this.setTraining(choice);
    this.given.trainings.put(this.document.toString(), choice);
    this.keep();
    this.refresh(0);
  }

  private get line(): number {
    return (this.shown.training?.row?.range.start ?? top).line;
  }

  private async showFinding(step: FindingStep): Promise<void> {
    const { training, debug } = this.wanted;
    const textDocument = await this.origin.textDocument();
    const row = this.shown.training?.row?.range;
    await showFinding(this.given.client, this.beside, { textDocument, ...training, debug }, row, step);
  }

  /** The server reports what is wrong with it, as long as it is looked at. */
  private setTraining(training: TrainingChoice | undefined): void {
    if (training === undefined && this.wanted.training === undefined) return;
    this.wanted.training = training;
    this.origin.tellTraining(training, this.wanted.debug);
  }

  /** The server marks what the template leaves out, as long as it is chosen. */
  private setTemplate(template: string | undefined): void {
    if (template === this.wanted.template) return;
    this.wanted.template = template;
    this.origin.tell(template);
  }

  /** Stores the state that comes back with the window. */
  private keep(): void {
    this.post({ type: 'keep', state: this.wanted.state(this.document.toString(), this.isLocked) });
  }

  private post(message: ToPage): void {
    // An answer may come when its page is gone.
    if (!this.isOver) void this.panel.webview.postMessage(message);
  }
}
