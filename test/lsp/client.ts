/** A language client for tests: it starts the built server, talks to it over stdio, and records what the server sends. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { join } from 'node:path';
import { after } from 'node:test';
import {
  createMessageConnection,
  IPCMessageReader,
  IPCMessageWriter,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import type { InitializeResult, PublishDiagnosticsParams } from 'vscode-languageserver-protocol';
import { root } from '../support/root.ts';

export interface Client {
  readonly process: ChildProcess;
  readonly connection: MessageConnection;
  readonly initialized: InitializeResult;
  /** The errors and warnings that the server logged. */
  readonly log: string[];
  /** Opens a document as version 1. */
  open(uri: string, text: string, languageId?: string): void;
  change(uri: string, version: number, ...changes: unknown[]): void;
  /** Sends `textDocument/<method>` with the document's URI. Returns the response. */
  ask<T>(method: string, uri: string, params?: object): Promise<T>;
  /** Returns the diagnostics that the server has pushed, or will push, for a version. */
  diagnostics(uri: string, version: number): Promise<PublishDiagnosticsParams>;
  /** Shuts the server down. Returns its exit code. */
  stop(): Promise<number | null>;
}

export interface ClientOptions {
  readonly capabilities?: object;
  readonly initializationOptions?: unknown;
  /** Replaces the usual parameters of `initialize`. */
  readonly params?: unknown;
  /** Returns the client's response to `workspace/configuration`. */
  readonly configuration?: () => unknown;
  readonly ipc?: boolean;
  /** Receives the features that the server registers dynamically after it has started. */
  readonly onRegister?: (registrations: readonly { method: string; registerOptions?: object }[]) => void;
}

const bin = join(root, 'server/bin/ocml-language-server.js');

/** Servers to kill at the end. One that a failing test does not stop would keep the process of the test file from ending. */
const running = new Set<ChildProcess>();
after(() => {
  for (const child of running) child.kill('SIGKILL');
});

export async function start({
  capabilities = {},
  initializationOptions,
  configuration,
  ipc,
  onRegister,
  params = { processId: process.pid, rootUri: null, capabilities, initializationOptions },
}: ClientOptions = {}): Promise<Client> {
  const server = ipc
    ? fork(bin, ['--node-ipc'], { execArgv: [], silent: true })
    : spawn(process.execPath, [bin, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  running.add(server);
  server.once('exit', () => running.delete(server));
  const connection =
    server.stdout && server.stdin && !ipc
      ? createMessageConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin))
      : createMessageConnection(new IPCMessageReader(server), new IPCMessageWriter(server));
  const log: string[] = [];
  const pushed: PublishDiagnosticsParams[] = [];
  const waiting: { uri: string; version: number; resolve: (params: PublishDiagnosticsParams) => void }[] = [];
  connection.onNotification('window/logMessage', ({ type, message }: { type: number; message: string }) => {
    if (type <= 2) log.push(message);
  });
  connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
    pushed.push(params);
    for (const one of waiting) if (matches(params, one)) one.resolve(params);
  });
  connection.onRequest('client/registerCapability', ({ registrations }) => {
    onRegister?.(registrations);
    return null;
  });
  connection.onRequest('workspace/configuration', ({ items }: { items: unknown[] }) =>
    items.map(() => configuration?.()),
  );
  connection.listen();
  const initialized: InitializeResult = await connection.sendRequest('initialize', params);
  await connection.sendNotification('initialized', {});

  return {
    process: server,
    connection,
    initialized,
    log,
    open(uri, text, languageId = 'ocml') {
      void connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri, languageId, version: 1, text },
      });
    },
    change(uri, version, ...contentChanges) {
      void connection.sendNotification('textDocument/didChange', { textDocument: { uri, version }, contentChanges });
    },
    ask: (method, uri, params = {}) =>
      connection.sendRequest(method.includes('/') ? method : `textDocument/${method}`, {
        textDocument: { uri },
        ...params,
      }),
    diagnostics(uri, version) {
      const known = pushed.findLast((params) => matches(params, { uri, version }));
      return known ? Promise.resolve(known) : new Promise((resolve) => waiting.push({ uri, version, resolve }));
    },
    async stop() {
      const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
      await connection.sendRequest('shutdown');
      await connection.sendNotification('exit');
      return ended;
    },
  };
}

function matches(params: PublishDiagnosticsParams, { uri, version }: { uri: string; version: number }): boolean {
  return params.uri === uri && params.version === version;
}
