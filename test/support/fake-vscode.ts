/** A fake of the VS Code API that the preview uses. Import it before modules that import `vscode`. */
import Module from 'node:module';

export class Uri {
  private constructor(
    readonly scheme: string,
    readonly path: string,
  ) {}
  static parse(text: string): Uri {
    const [, scheme, path] = /^([a-z][a-z-]*):(.*)$/.exec(text) ?? [];
    if (scheme === undefined || path === undefined) throw new Error(`no URI: ${text}`);
    return new Uri(scheme, path);
  }
  static from({ scheme, path }: { scheme: string; path: string }): Uri {
    return new Uri(scheme, path);
  }
  static joinPath({ scheme, path }: Uri, ...parts: string[]): Uri {
    return new Uri(scheme, [path, ...parts].join('/'));
  }
  with({ path }: { path: string }): Uri {
    return new Uri(this.scheme, path);
  }
  get fsPath(): string {
    return this.path;
  }
  toString(): string {
    return `${this.scheme}:${this.path}`;
  }
}

const nothing = { dispose() {} };
const event = () => nothing;

type Command = (...args: unknown[]) => void;

/** The state of the fake editor: open documents, registrations and requests. */
export const world = {
  /** The open documents. Each has a tab; `tabs` lists the tabs without a document. */
  documents: [] as { uri: Uri; languageId: string }[],
  tabs: [] as Uri[],
  /** Functions to call when a tab is opened or closed. */
  tabsChanged: new Set<() => void>(),
  /** Whether the user saves a file under the path that a dialog offers, and the texts of the files written, by path. */
  saves: false,
  written: new Map<string, string>(),
  commands: new Map<string, Command>(),
  panels: [] as FakePanel[],
  serializer: undefined as undefined | { deserializeWebviewPanel(panel: FakePanel, state: unknown): Promise<void> },
  revealed: [] as unknown[],
  /** The messages shown to users. */
  told: [] as string[],
  /** The user's answer to a message. */
  answer: undefined as string | undefined,
  languages: [] as string[],
  clipboard: '',
  /** The user's choice from a list, by its label, or their text for an input box. */
  pick: undefined as string | undefined,
  typed: undefined as string | undefined,
  /** The items of lists that fill while they are shown. */
  offered: [] as { label: string; detail?: string }[],
  /** Commands that were run, each with its arguments. */
  run: [] as string[],
};

/** A panel whose page records the messages that it receives, and sends only messages that the test tells it to send. */
export class FakePanel {
  title = '';
  active = false;
  readonly posted: { type: string; reason?: string }[] = [];
  readonly viewColumn = 1;
  isDisposed = false;
  private readonly listeners: ((message: unknown) => void)[] = [];
  readonly webview = {
    html: '',
    options: {},
    asWebviewUri: (uri: Uri) => uri,
    postMessage: async (message: { type: string }) => this.posted.push(message),
    onDidReceiveMessage: (listener: (message: unknown) => void) => {
      this.listeners.push(listener);
      return nothing;
    },
  };
  say(message: unknown): void {
    for (const listener of this.listeners) listener(message);
  }
  private readonly mourners: (() => void)[] = [];
  onDidDispose(listener: () => void) {
    this.mourners.push(listener);
    return nothing;
  }
  reveal(): void {}
  dispose(): void {
    this.isDisposed = true;
    for (const listener of this.mourners.splice(0)) listener();
  }
}

async function tell(text: string): Promise<string | undefined> {
  world.told.push(text);
  return world.answer;
}

/**
 * Creates a list that fills while it is shown. If the new items contain the user's choice, it is accepted. Otherwise, the list is closed
 * without a choice.
 */
function createQuickPick() {
  type Item = (typeof world.offered)[number];
  let accept = () => {};
  let hide = () => {};
  const picker = {
    items: [] as readonly Item[],
    selectedItems: [] as readonly Item[],
    onDidAccept: (listener: () => void) => void (accept = listener),
    onDidHide: (listener: () => void) => void (hide = listener),
    show: () => {},
    hide: () => hide(),
    dispose: () => {},
  };
  return Object.defineProperty(picker, 'items', {
    set(items: readonly Item[]) {
      world.offered.push(...items);
      picker.selectedItems = items.filter(({ label }) => label === world.pick);
      if (picker.selectedItems.length > 0) accept();
      else hide();
    },
  });
}

class TabInputText {
  constructor(readonly uri: Uri) {}
}

class Place {
  readonly given: unknown[];
  constructor(...args: unknown[]) {
    this.given = args;
  }
}

export const vscode = {
  Uri,
  Range: Place,
  Selection: Place,
  l10n: { t: (text: string, ...values: unknown[]) => text.replace(/\{(\d)\}/g, (_, i) => String(values[i])) },
  Disposable: {
    from: (...all: { dispose(): void }[]) => ({
      dispose() {
        for (const one of all) one?.dispose();
      },
    }),
  },
  TabInputText,
  TabInputTextDiff: class {},
  EventEmitter: class<T> {
    readonly #listeners = new Set<(value: T) => void>();
    event = (listener: (value: T) => void) => {
      this.#listeners.add(listener);
      return { dispose: () => void this.#listeners.delete(listener) };
    };
    fire(value: T): void {
      for (const listener of this.#listeners) listener(value);
    }
  },
  CancellationTokenSource: class {
    token = { isCancellationRequested: false };
    cancel(): void {
      this.token.isCancellationRequested = true;
    }
  },
  ViewColumn: { Active: -1, Beside: -2, One: 1 },
  TextEditorRevealType: { InCenterIfOutsideViewport: 2 },
  env: {
    language: 'en',
    clipboard: {
      async writeText(text: string) {
        world.clipboard = text;
      },
    },
  },
  commands: {
    registerCommand(name: string, run: Command) {
      world.commands.set(name, run);
      return nothing;
    },
    async executeCommand(...commandAndArguments: unknown[]) {
      world.run.push(commandAndArguments.join(' '));
    },
  },
  window: {
    visibleTextEditors: [],
    tabGroups: {
      get all() {
        const all = [...world.documents.map(({ uri }) => uri), ...world.tabs];
        return [{ tabs: all.map((uri) => ({ input: new TabInputText(uri) })) }];
      },
      onDidChangeTabs(listener: () => void) {
        world.tabsChanged.add(listener);
        return { dispose: () => world.tabsChanged.delete(listener) };
      },
    },
    activeTextEditor: undefined,
    createWebviewPanel() {
      const panel = new FakePanel();
      world.panels.push(panel);
      return panel;
    },
    registerWebviewPanelSerializer(_: string, serializer: typeof world.serializer) {
      world.serializer = serializer;
      return nothing;
    },
    async showTextDocument(uri: Uri) {
      world.revealed.push(uri);
      return { revealRange() {} };
    },
    createQuickPick,
    showQuickPick: async (items: readonly { label: string }[]) => items.find(({ label }) => label === world.pick),
    showSaveDialog: async ({ defaultUri }: { defaultUri: Uri }) => (world.saves ? defaultUri : undefined),
    showInputBox: async (options: { validateInput(text: string): string | undefined }) =>
      world.typed === undefined || options.validateInput(world.typed) ? undefined : world.typed,
    setStatusBarMessage: () => ({ dispose() {} }),
    showInformationMessage: tell,
    showWarningMessage: tell,
    showErrorMessage: tell,
    onDidChangeActiveTextEditor: event,
    onDidChangeTextEditorVisibleRanges: event,
    onDidChangeTextEditorSelection: event,
  },
  languages: {
    async setTextDocumentLanguage(_: unknown, language: string) {
      world.languages.push(language);
    },
  },
  workspace: {
    get textDocuments() {
      return world.documents;
    },
    isTrusted: true,
    fs: {
      async writeFile({ path }: Uri, bytes: Uint8Array) {
        world.written.set(path, new TextDecoder().decode(bytes));
      },
      isWritableFileSystem: (scheme: string) => (scheme === 'memfs' ? true : undefined),
    },
    openTextDocument: () => Promise.reject(new Error('cannot open the file.')),
    getConfiguration: () => ({ get: (_: string, value: unknown) => value }),
    onDidChangeTextDocument: event,
    onDidOpenTextDocument: event,
    onDidCloseTextDocument: event,
    onDidChangeConfiguration: event,
  },
};

export const State = { Stopped: 1, Running: 2, Starting: 3 };

const fakes = new Map<string, unknown>([
  ['vscode', vscode],
  ['vscode-languageclient', { State, DocumentDiagnosticRequest: { method: 'textDocument/diagnostic' } }],
]);

const loader = Module as unknown as { _load(request: string, ...rest: unknown[]): unknown };
const load = loader._load;
loader._load = (request, ...rest) => fakes.get(request) ?? load.call(loader, request, ...rest);
