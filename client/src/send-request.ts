/** Sends the requests and notifications in `protocol/` with their types. */
import type { CancellationToken } from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { Notifications, ParamsOf, RequestMethod, ResultOf } from '../../protocol/requests.ts';

/** Sends a request. It fails if the server refuses it, with a reason for the user. */
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
