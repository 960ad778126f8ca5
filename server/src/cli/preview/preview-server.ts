/**
 * Serves a preview to one person on this machine. Other clients that reach the server get nothing: web pages in the same browser, other
 * users of the machine, and requests under a domain name that resolves to this machine. Each request must contain the printed host and the
 * token from the printed address. It must come from the preview's own page or from the address bar.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The only address on which the server listens, so that other machines cannot reach it. */
const LOOPBACK = '127.0.0.1';
/** The maximum number of pages that wait for changes, and the maximum number of connections. */
const LIMITS = { pages: 32, connections: 200 };
/** The lifetime of a ticket, in milliseconds. */
const TICKET_TIME = 60_000;

/** A response: a text with its type and its Content-Security-Policy. */
export interface Served {
  readonly type: string;
  readonly body: string | Buffer;
  readonly policy?: string;
}

interface Content {
  /**
   * Returns the response to a request. Rejects or returns undefined if there is no such response, or the response is not allowed. `name`:
   * the path in the address after the token.
   */
  serve(name: string, query: URLSearchParams, signal: AbortSignal): Promise<Served | undefined>;
}

export interface PreviewServer {
  /** The address of the page, which gives access to the preview. */
  readonly address: string;
  /**
   * Returns an address of the page that works only once and for a short time. The address is used to start a browser, since other users of
   * the machine can see the browser's arguments.
   */
  ticket(): string;
  /** Notifies all pages of a change. */
  changed(): void;
}

const secret = () => randomBytes(24).toString('base64url');

const equal = (actual: string, expected: string) =>
  actual.length === expected.length && timingSafeEqual(Buffer.from(actual), Buffer.from(expected));

/**
 * Returns headers that prevent caching, embedding, type sniffing and use by other sites. Pages opened from a preview do not receive a
 * referrer.
 */
const headers = (policy = `default-src 'none'`) => ({
  'Content-Security-Policy': `${policy}; frame-ancestors 'none'`,
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
});

/** Starts a server on a port; 0 chooses a free port. Rejects if the port is not available. */
export async function startPreviewServer(port: number, content: Content): Promise<PreviewServer> {
  const token = secret();
  const pages = new Set<ServerResponse>();
  const tickets = new Set<string>();
  let host = '';

  /** Returns the status for a request that is rejected; undefined if the request is accepted. */
  function refusal({ method, headers: { host: requestHost, origin, 'sec-fetch-site': from } }: IncomingMessage) {
    // This prevents DNS rebinding. If another site's name resolves to this server, requests from that site's page count as same-origin.
    if (requestHost !== host) return 403;
    if (method !== 'GET') return 405;
    if (origin !== undefined && origin !== `http://${host}`) return 403;
    return from === undefined || from === 'same-origin' || from === 'none' ? undefined : 403;
  }

  function follow(response: ServerResponse): void {
    if (pages.size >= LIMITS.pages) return end(response, 503);
    response.writeHead(200, { ...headers(), 'Content-Type': 'text/event-stream' }).write('\n');
    pages.add(response);
    response.on('close', () => pages.delete(response));
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refused = refusal(request);
    if (refused !== undefined) return end(response, refused);
    const [, first = '', name, query] = /^\/([\w-]+)(?:\/([\w.-]*))?(?:\?(.*))?$/s.exec(request.url ?? '') ?? [];
    if (name === undefined && tickets.delete(first)) return end(response, 303, { Location: `/${token}/` });
    if (name === undefined || !equal(first, token)) return end(response, 404);
    if (name === 'changes') return follow(response);
    const closed = new AbortController();
    response.on('close', () => closed.abort());
    const served = await content.serve(name, new URLSearchParams(query), closed.signal).catch(() => 500 as const);
    if (response.destroyed) return;
    if (served === undefined || served === 500) return end(response, served ?? 404);
    response.writeHead(200, { ...headers(served.policy), 'Content-Type': `${served.type}; charset=utf-8` });
    response.end(served.body);
  }

  const server = createServer((request, response) => void answer(request, response));
  server.maxConnections = LIMITS.connections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: LOOPBACK, exclusive: true }, resolve);
  });
  host = `${LOOPBACK}:${(server.address() as AddressInfo).port}`;
  return {
    address: `http://${host}/${token}/`,
    ticket() {
      const one = secret();
      tickets.add(one);
      setTimeout(() => tickets.delete(one), TICKET_TIME).unref();
      return `http://${host}/${one}`;
    },
    changed() {
      for (const page of pages) page.write('event: changed\ndata:\n\n');
    },
  };
}

function end(response: ServerResponse, status: number, more: Record<string, string> = {}): void {
  response.writeHead(status, { ...headers(), ...(status === 405 && { Allow: 'GET' }), ...more }).end();
}
