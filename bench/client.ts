/** A client for language servers over stdio that adds little time of its own. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const entry = 'server/bin/ocml-language-server.js';

export interface Server {
  readonly name: string;
  /** The path of the script: relative to the repository's root, or absolute. */
  readonly path: string;
}

export const ours: Server = { name: 'ours', path: entry };
export const doNothing: Server = { name: 'do nothing', path: 'out/bench/do-nothing.js' };

/** Returns the server of the other built tree (`Options.before`) in a list, which is empty without that option. */
export function serversBefore({ before }: { readonly before: string | undefined }): readonly Server[] {
  return before === undefined ? [] : [{ name: 'before', path: resolve(before, entry) }];
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly uri?: string; readonly version?: number; readonly diagnostics?: readonly object[] };
  readonly result?: unknown;
}

/** A message, with its number of bytes and the time at which its last byte arrived (`performance.now()`). */
export interface Received {
  readonly message: Message;
  readonly at: number;
  readonly bytes: number;
}

export class Client {
  private readonly process: ChildProcessWithoutNullStreams;
  private chunks: Buffer[] = [];
  private size = 0;
  private expected = -1;
  private waiting: { wants: (message: Message) => boolean; resolve: (received: Received) => void }[] = [];
  private nextId = 1;
  /** The time at which the last message arrived. */
  lastAt = 0;

  constructor(path: string) {
    this.process = spawn(process.execPath, [resolve(path), '--stdio'], { stdio: 'pipe' });
    this.process.stdout.on('data', (chunk: Buffer) => this.take(chunk));
    this.process.stderr.on('data', (chunk: Buffer) => process.stderr.write(chunk));
  }

  /** Starts a server, and measures the time until it has answered `initialize`. */
  static async start(path: string): Promise<{ client: Client; took: number }> {
    const start = performance.now();
    const client = new Client(path);
    const { at } = await client.request('initialize', { processId: null, rootUri: null, capabilities: {} });
    client.notify('initialized', {});
    return { client, took: at - start };
  }

  /** Sends a request, and waits for the answer. */
  request(method: string, params: object): Promise<Received> {
    const id = this.nextId++;
    const answer = this.next((message) => message.id === id && message.method === undefined);
    this.send({ jsonrpc: '2.0', id, method, params });
    return answer;
  }

  notify(method: string, params: object): void {
    this.send({ jsonrpc: '2.0', method, params });
  }

  /** Opens or changes a document. Returns the milliseconds until the diagnostics for that version have arrived. */
  async untilDiagnostics(method: string, params: object, uri: string, version: number): Promise<number> {
    const bytes = encode({ jsonrpc: '2.0', method, params });
    const wanted = (message: Message) =>
      message.method === 'textDocument/publishDiagnostics' &&
      message.params?.uri === uri &&
      message.params.version === version;
    const answer = this.next(wanted);
    const start = performance.now();
    this.process.stdin.write(bytes);
    return (await answer).at - start;
  }

  /** Waits until a document has been checked completely. The server checks the rest of a large document after 400 ms without requests. */
  atRest(): Promise<void> {
    return this.quiet(600);
  }

  /** Waits until the server has sent nothing and used no processor time for this number of milliseconds. */
  async quiet(milliseconds: number): Promise<void> {
    let ticks: string | undefined;
    do {
      ticks = this.cpuTicks();
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
    } while (this.cpuTicks() !== ticks || performance.now() - this.lastAt < milliseconds);
  }

  /** Returns the processor time that the server has used. Undefined if there is no `/proc`. */
  private cpuTicks(): string | undefined {
    try {
      return readFileSync(`/proc/${this.process.pid}/stat`, 'utf8').split(' ').slice(13, 15).join(' ');
    } catch {
      return undefined;
    }
  }

  /** Returns the value of a line in `/proc/<pid>/status`, in bytes. Undefined if there is no such file. */
  memory(line: 'VmHWM' | 'VmRSS'): number | undefined {
    try {
      const status = readFileSync(`/proc/${this.process.pid}/status`, 'utf8');
      return Number(new RegExp(`${line}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
    } catch {
      return undefined;
    }
  }

  async stop(): Promise<void> {
    const gone = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill('SIGKILL');
    await gone;
  }

  private next(wants: (message: Message) => boolean): Promise<Received> {
    return new Promise((resolve) => this.waiting.push({ wants, resolve }));
  }

  private send(message: object): void {
    this.process.stdin.write(encode(message));
  }

  private take(chunk: Buffer): void {
    const at = performance.now();
    this.chunks.push(chunk);
    this.size += chunk.length;
    if (this.expected > this.size) return;
    let data = this.chunks.length === 1 ? chunk : Buffer.concat(this.chunks);
    for (;;) {
      const headerEnd = data.indexOf('\r\n\r\n');
      if (headerEnd < 0) break;
      const length = Number(/Content-Length: (\d+)/i.exec(data.toString('latin1', 0, headerEnd))?.[1]);
      const end = headerEnd + 4 + length;
      this.expected = end;
      if (data.length < end) break;
      this.receive(data.subarray(headerEnd + 4, end), at);
      data = data.subarray(end);
      this.expected = -1;
    }
    this.chunks = [data];
    this.size = data.length;
  }

  private receive(bytes: Buffer, at: number): void {
    this.lastAt = at;
    const message = JSON.parse(bytes.toString()) as Message;
    // The server may send requests, for example for a setting or a registration, and waits for the response.
    if (message.id !== undefined && message.method !== undefined) {
      this.send({ jsonrpc: '2.0', id: message.id, result: null });
    }
    for (const waiting of this.waiting.filter(({ wants }) => wants(message))) {
      this.waiting.splice(this.waiting.indexOf(waiting), 1);
      waiting.resolve({ message, at, bytes: bytes.length });
    }
  }
}

function encode(message: object): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
}
