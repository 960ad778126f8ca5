import { type CancellationToken, LSPErrorCodes, type RemoteConsole, ResponseError } from 'vscode-languageserver';

/**
 * A handler from which no exception reaches the client: it answers null, and the log has the reason. A request that
 * was cancelled while it waited is not worked on.
 */
export function guarded<Params>(
  method: string,
  answer: (params: Params) => unknown,
  console: Pick<RemoteConsole, 'error'>,
) {
  // Params that are a list arrive one by one; the token comes last.
  return (...received: unknown[]): unknown => {
    const token = received.at(-1) as CancellationToken | undefined;
    if (token?.isCancellationRequested) return new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
    const failed = (error: unknown) => {
      console.error(`${method} failed: ${(error as Error)?.stack ?? error}`);
      return null;
    };
    try {
      const answered = answer(received[0] as Params);
      return answered instanceof Promise ? answered.catch(failed) : answered;
    } catch (error) {
      return failed(error);
    }
  };
}
