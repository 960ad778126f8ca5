/** Serves the requests that are declared in `protocol/`, with their types. */
import type { CancellationToken, Connection, ResponseError } from 'vscode-languageserver';
import type { ParamsOf, Received, RequestMethod, ResultOf } from '../../../protocol/requests.ts';
import { guarded } from './guard.ts';

type Answer<Method extends RequestMethod> = ResultOf<Method> | ResponseError;

/** Serves a request. `answer`: gets params that are not validated; if it throws, the error is logged, and the answer is null. */
export function serveRequest<Method extends RequestMethod>(
  connection: Pick<Connection, 'onRequest' | 'console'>,
  method: Method,
  answer: (
    params: Received<ParamsOf<Method>>,
    token: CancellationToken | undefined,
  ) => Answer<Method> | Promise<Answer<Method>>,
): void {
  connection.onRequest(method, guarded(method, answer, connection.console));
}
