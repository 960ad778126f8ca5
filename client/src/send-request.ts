/** Sends the requests and notifications that `protocol/` declares, with typed params and results. */
import type { CancellationToken } from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { Notifications, ParamsOf, RequestMethod, ResultOf } from '../../protocol/requests.ts';

/** Sends a request. The promise is rejected if the server refuses the request; the error message is for the user. */
export function sendRequest<Method extends RequestMethod>(
  client: Pick<LanguageClient, 'sendRequest'>,
  method: Method,
  ...[params, token]: ParamsOf<Method> extends undefined
    ? [params?: undefined, token?: CancellationToken]
    : [params: ParamsOf<Method>, token?: CancellationToken]
): Promise<ResultOf<Method>> {
  const result = params === undefined ? client.sendRequest(method, token) : client.sendRequest(method, params, token);
  return result as Promise<ResultOf<Method>>;
}

export function sendNotification<Method extends keyof Notifications>(
  client: Pick<LanguageClient, 'sendNotification'>,
  method: Method,
  params: Notifications[Method],
): Promise<void> {
  return client.sendNotification(method, params);
}
