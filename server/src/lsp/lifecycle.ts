/**
 * The order of a server's life (LSP, "Server lifetime"): before `initialize`, and after `shutdown`, a request is an error and
 * a notification is dropped. The packages around the connection would run the handlers.
 */
import {
  type Connection,
  ErrorCodes,
  type MessageStrategy,
  type RequestMessage,
  ResponseError,
} from 'vscode-languageserver';

/** A request that comes at the wrong time is passed on as this one, whose handler refuses it. */
const refused = 'ocml/refused';
/** Ends the server at any time. */
const exit = 'exit';

interface Lifecycle {
  readonly strategy: MessageStrategy;
  /** Installs the handler of what is refused. */
  on(connection: Connection): void;
}

/** `inner` sees what comes at the right time. */
export function createLifecycle(inner: MessageStrategy): Lifecycle {
  let state: 'new' | 'running' | 'over' = 'new';
  const refusals = {
    new: () => new ResponseError(ErrorCodes.ServerNotInitialized, 'The first request must be `initialize`.'),
    running: () =>
      new ResponseError(ErrorCodes.InvalidRequest, '`initialize` must be the first request, and the only one.'),
    over: () => new ResponseError(ErrorCodes.InvalidRequest, 'The server has been shut down: only `exit` can follow.'),
  };
  return {
    strategy: {
      handleMessage(message, next) {
        const { method } = message as { method?: unknown };
        // The answers of the client are for requests of this server.
        if (typeof method !== 'string' || method === exit) return inner.handleMessage(message, next);
        const isFirst = method === 'initialize';
        if (state !== 'over' && isFirst === (state === 'new')) {
          if (isFirst) state = 'running';
          if (method === 'shutdown') state = 'over';
          return inner.handleMessage(message, next);
        }
        if (!('id' in message)) return;
        const request: RequestMessage = { ...(message as RequestMessage), method: refused, params: { state } };
        return next(request);
      },
    },
    on(connection) {
      connection.onRequest(refused, ({ state: at }: { state?: keyof typeof refusals } = {}) =>
        refusals[at ?? 'running'](),
      );
    },
  };
}
