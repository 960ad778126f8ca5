import { type CancellationToken, LSPErrorCodes, type RemoteConsole, ResponseError } from 'vscode-languageserver';
import { Refusal } from '../features/support/feature.ts';

/** The answer to a request that was cancelled. */
export const cancelled = () => new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');

/**
 * Wraps a handler so that no exception reaches the client. If the handler fails, the answer is null, and the error is
 * logged; a `Refusal` is reported to the user instead. A request that was cancelled before it started is not run.
 */
export function guarded<Params>(
  method: string,
  answer: (params: Params, token?: CancellationToken) => unknown,
  console: Pick<RemoteConsole, 'error'>,
) {
  // Params that are a list arrive as separate arguments; the cancellation token is the last argument.
  return (...received: unknown[]): unknown => {
    const token = received.at(-1) as CancellationToken | undefined;
    if (token?.isCancellationRequested) return cancelled();
    const failed = (error: unknown) => {
      if (error instanceof Refusal) return new ResponseError(LSPErrorCodes.RequestFailed, error.message);
      console.error(`${method} failed: ${(error as Error)?.stack ?? error}`);
      return null;
    };
    try {
      const answered = answer(received[0] as Params, token);
      return answered instanceof Promise ? answered.catch(failed) : answered;
    } catch (error) {
      return failed(error);
    }
  };
}
