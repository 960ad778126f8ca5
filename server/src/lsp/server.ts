/** The language server: its documents, settings and diagnostics, and the features from the feature table. */

import {
  BulkRegistration,
  type CancellationToken,
  type ClientCapabilities,
  type Connection,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  RegistrationType,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import { version } from '../../package.json';
import type { AnyDocument } from '../documents/document.ts';
import { prepareGraph } from '../features/graph.ts';
import { type Feature, features } from '../features/index.ts';
import { runFeature } from '../features/run-feature.ts';
import type { DisableEditsFor } from '../features/support/feature.ts';
import { prepareView } from '../features/user-view.ts';
import { isTemplateFile } from '../grammar/index.ts';
import { printable } from '../syntax/printable.ts';
import { serveTemplates } from './chat-templates.ts';
import { abilitiesOf, uriOf } from './client.ts';
import { serveConfigurations } from './configurations.ts';
import { serveConversions } from './convert.ts';
import { serveDataSets } from './data-sets.ts';
import { createDiagnostics, type Diagnostics } from './diagnostics.ts';
import { createDocuments } from './documents.ts';
import { registerExplain } from './explained-output.ts';
import { serveFollowed } from './follow.ts';
import { cancelled, guarded } from './guard.ts';
import { serveTakenFor } from './language-info.ts';
import { createLearnedDialects } from './learned-dialects.ts';
import { createProjects, watched, watchedTemplates } from './projects.ts';
import { rulePages } from './rule-pages.ts';
import { serveSessions } from './sessions.ts';
import { defaults, readSettings, type Settings } from './settings.ts';
import { servePrompts } from './templates/prompt.ts';
import { serveTokens } from './token-requests.ts';
import { serveTools } from './tools.ts';
import { serveTraining } from './training.ts';
import { serveViews } from './views.ts';
import { warmUp } from './warm-up.ts';
import type { workspaceSymbols } from './workspace-symbols.ts';

/** Functions that the environment of the server calls. */
export interface Server {
  /** Called when configurations of projects have changed. */
  forgetProjects(): void;
}

export function serve(connection: Connection): Server {
  let client: ClientCapabilities = {};
  let rootUri: string | undefined;
  /** The settings that apply as long as the client sends no configuration. */
  let initial = defaults;
  let settings = defaults;
  let diagnostics: Diagnostics | undefined;
  const complain = (message: string) => connection.console.warn(printable(message));
  const projects = createProjects(complain);
  const withProject = (uri: string, from: Settings) => learned.applied(projects.of(uri, from));
  const settingsOf = (uri: string) => withProject(uri, settings);
  const learned = createLearnedDialects(() => ({ documents, settingsOf, changed: reread, complain }));
  const documents = createDocuments((uri) => {
    // If configurations cannot be watched, they are read again whenever a document is opened.
    if (!watching()) change(() => projects.forget());
    return settingsOf(uri);
  });

  connection.onInitialize(({ capabilities, initializationOptions, rootUri: root }) => {
    client = capabilities ?? {};
    rootUri = typeof root === 'string' ? root : undefined;
    initial = readSettings(initializationOptions, defaults, complain);
    settings = initial;
    const pull = client.textDocument?.diagnostic !== undefined;
    diagnostics = createDiagnostics({
      connection,
      documents,
      settingsOf,
      pull,
      refresh: client.workspace?.diagnostics?.refreshSupport === true,
      ruleDocs: initial.ruleDocs ?? rulePages(),
      prepare: prepareGraph,
      foresee: prepareView,
    });
    return {
      serverInfo: { name: 'ocml-language-server', version },
      capabilities: {
        workspaceSymbolProvider: true,
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
        ...(pull && { diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false } }),
        ...capabilitiesOf(features.filter((feature) => !isRegistered(feature))),
      },
    };
  });

  connection.onInitialized(() => {
    const { configuration, didChangeConfiguration } = client.workspace ?? {};
    if (didChangeConfiguration?.dynamicRegistration) {
      void connection.client.register(DidChangeConfigurationNotification.type, { section: 'ocml' });
    }
    if (watching()) {
      void connection.client.register(DidChangeWatchedFilesNotification.type, {
        watchers: [watched, watchedTemplates].map((globPattern) => ({ globPattern })),
      });
    }
    const later = BulkRegistration.create();
    for (const { method, capability, alsoFor } of features.filter(isRegistered)) {
      const options = Object.values(capability).find((value) => typeof value === 'object') ?? {};
      later.add(new RegistrationType(method), {
        documentSelector: [{ language: 'ocml' }, ...(alsoFor === undefined ? [] : [{ pattern: alsoFor }])],
        ...options,
      });
    }
    if (features.some(isRegistered)) void connection.client.register(later);
    if (configuration) void fetchSettings();
    warmUp(() => documents.all().length === 0);
  });

  /**
   * Whether a feature is registered dynamically after the start. This requires support by the client and is used only for features that
   * apply to some documents.
   */
  const isRegistered = ({ textOnly }: Pick<Feature<never, unknown>, 'textOnly'>) =>
    textOnly !== undefined && client.textDocument?.[textOnly]?.dynamicRegistration === true;
  const watching = () => client.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
  const forgetProjects = () => change(() => projects.forget());
  connection.onDidChangeWatchedFiles((params) => {
    forgetProjects();
    if (params?.changes?.some?.(({ uri }) => typeof uri === 'string' && isTemplateFile(uri))) learned.relearn();
  });

  connection.onDidChangeConfiguration((change) => {
    // If a client answers configuration requests, its notification may contain no settings.
    if (client.workspace?.configuration) void fetchSettings();
    else apply(readSettings(change?.settings, initial, complain));
  });

  async function fetchSettings(): Promise<void> {
    try {
      apply(readSettings(await connection.workspace.getConfiguration('ocml'), initial, complain));
    } catch (error) {
      complain(`The settings could not be read: ${(error as Error)?.message ?? error}`);
    }
  }

  function apply(next: Settings): void {
    if (JSON.stringify(next) === JSON.stringify(settings)) return;
    change(() => {
      settings = next;
    });
  }

  /** Runs an action that may change the settings of open documents, and then parses and checks these documents again where necessary. */
  function change(act: () => void): void {
    const before = documents.all().map(({ uri }) => ({ uri, was: settingsOf(uri) }));
    act();
    let changed = false;
    for (const { uri, was } of before) {
      const is = settingsOf(uri);
      changed ||= JSON.stringify(is) !== JSON.stringify(was);
      documents.choose(uri, is);
    }
    if (changed) diagnostics?.recheck();
    if (changed)
      for (const document of documents.all()) {
        templates.changed(document);
        trainingChanged(document);
      }
    if (changed) refresh();
  }

  /** Asks the client to request code lenses, hints and semantic tokens again, as far as it supports that. */
  function refresh(): void {
    const { codeLens, inlayHint, semanticTokens } = client.workspace ?? {};
    if (codeLens?.refreshSupport) void connection.sendRequest('workspace/codeLens/refresh');
    if (inlayHint?.refreshSupport) connection.languages.inlayHint.refresh();
    if (semanticTokens?.refreshSupport) connection.languages.semanticTokens.refresh();
  }

  const checkerOf = (document: AnyDocument) => (diagnostics as Diagnostics).checkerOf(document);
  /** Returns the addresses of the folders that are currently open. */
  async function folders(): Promise<readonly string[]> {
    if (client.workspace?.workspaceFolders !== true) return rootUri === undefined ? [] : [rootUri];
    return ((await connection.workspace.getWorkspaceFolders()) ?? []).map(({ uri }) => uri);
  }
  const turnOffs: DisableEditsFor = async (uri, codes, rows) => {
    const { disableEditsFor: offsFor } = await import('./turn-off.ts');
    return offsFor(uri, codes, { capabilities: client.workspace, settings, documents, folders }, rows);
  };
  const abilities = () => abilitiesOf(client, initial, connection);
  for (const feature of features) {
    const { method, nothing = null, switch: name, patient } = feature;
    const answer = (params: unknown, token?: CancellationToken): unknown => {
      if (token?.isCancellationRequested) return cancelled();
      const document = documents.get(uriOf(params));
      if (document === undefined) return nothing;
      if (!documents.isOurs(document)) return templates.answer(method, document, params, turnOffs) ?? nothing;
      const isOff = name !== undefined && !settingsOf(document.uri)[name];
      const ready = patient && !isOff && diagnostics?.whenReady(document);
      if (ready) return ready.then(() => answer(params, token));
      return tokens.added(method, document, params, isOff ? [] : answerOf(document, params), token);
    };
    const answerOf = (document: AnyDocument, params: unknown): unknown =>
      runFeature(document, feature, params, {
        checker: () => checkerOf(document),
        settings: () => settingsOf(document.uri),
        disableEditsFor: turnOffs,
        abilities: abilities(),
      });
    connection.onRequest(method, guarded(method, answer, connection.console));
  }

  function reread(): void {
    diagnostics?.recheck();
    refresh();
  }
  let relearning: NodeJS.Timeout | undefined;
  documents.onDidChange(({ uri }) => {
    learned.consider(uri);
    if (!isTemplateFile(uri)) return;
    // The dialect is learned again only when the user has stopped typing in the template.
    clearTimeout(relearning);
    relearning = setTimeout(() => learned.relearn(), RELEARN_DELAY);
    relearning.unref?.();
  });
  documents.onDidClose((uri) => learned.forget(uri));
  serveTakenFor(connection, documents, { user: () => settings, withProject }, reread, learned);
  serveConfigurations(connection);
  registerExplain(connection);
  serveConversions(connection, documents, () => initial.ruleDocs ?? rulePages());
  serveFollowed(connection, documents);
  serveSessions(connection);
  serveTools(connection);
  serveDataSets(connection, { documents, settingsOf, folders });
  serveViews(connection, documents, checkerOf);
  servePrompts(connection, documents, settingsOf);
  const tokens = serveTokens(connection, { documents, settingsOf, folders });
  const templates = serveTemplates(connection, { documents, settingsOf, diagnostics: () => diagnostics, complain });
  const trainingChanged = serveTraining(connection, {
    documents,
    settingsOf,
    complain,
    diagnostics: () => diagnostics,
  });
  let symbols: ReturnType<typeof workspaceSymbols> | undefined;
  connection.onRequest('workspace/symbol', (params: unknown, token: CancellationToken) => {
    const answer = async () => {
      const room = await import('./workspace-symbols.ts');
      symbols ??= room.workspaceSymbols(documents, folders, (message) => connection.console.info(printable(message)));
      return symbols(params, token);
    };
    return guarded('workspace/symbol', answer, connection.console)(params, token);
  });
  documents.listen(connection);
  connection.listen();
  return { forgetProjects };
}

/** The delay after an edit of a template until its dialect is learned again, in milliseconds. */
const RELEARN_DELAY = 500;

const capabilitiesOf = (list: readonly Pick<Feature<never, unknown>, 'capability'>[]) =>
  Object.fromEntries(list.flatMap(({ capability }) => Object.entries(capability)));
