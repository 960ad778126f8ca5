/**
 * Enforces the order of requests in a server's lifetime (LSP, "Server lifetime"). Before `initialize` and after `shutdown`, a request gets
 * an error, and a notification is dropped. The connection packages do not enforce this order and would run the handlers.
 */
import {
  type Connection,
  ErrorCodes,
  type MessageStrategy,
  type RequestMessage,
  ResponseError,
} from 'vscode-languageserver';

/** The method under which a request at the wrong time is passed on. Its handler answers with the error. */
const refused = 'ocml/refused';
/** The method of the notification that ends the server. It is allowed at any time. */
const exit = 'exit';

interface Lifecycle {
  readonly strategy: MessageStrategy;
  /** Installs the handler for refused requests. */
  on(connection: Connection): void;
}

/** `inner`: receives the messages that are allowed in the current state. */
export function createLifecycle(inner: MessageStrategy): Lifecycle {
  let state: 'new' | 'running' | 'over' = 'new';
  const refusals = {
    new: () => new ResponseError(ErrorCodes.ServerNotInitialized, 'The first request must be `initialize`.'),
    running: () =>
      new ResponseError(
        ErrorCodes.InvalidRequest,
        '`initialize` must be the first request, and can be sent only once.',
      ),
    over: () => new ResponseError(ErrorCodes.InvalidRequest, 'The server has been shut down: only `exit` can follow.'),
  };
  return {
    strategy: {
      handleMessage(message, next) {
        const { method } = message as { method?: unknown };
        // Messages without a method are the client's answers to this server's requests.
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
