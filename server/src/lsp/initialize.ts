/** Makes any `initialize` request safe: the connection packages read its fields without checking them. */

import type { MessageStrategy } from 'vscode-languageserver';
import { isObject } from '../syntax/is-object.ts';

/**
 * Passes messages on; drops fields of `initialize` that do not have the shape specified in the protocol.
 */
export const lenientInitialize: MessageStrategy = {
  handleMessage(message, next) {
    if ('method' in message && message.method === 'initialize') {
      const request = message as { params?: unknown };
      const params = members(request.params);
      request.params = { ...params, capabilities: stated(params.capabilities) };
    }
    return next(message);
  },
};

type Members = Readonly<Record<string, unknown>>;

const members = (value: unknown): Members => (isObject(value) ? value : {});

/** The top two levels of capabilities, which are all objects; a client may send `null` for a capability that it lacks. */
function stated(value: unknown): Members {
  const areas = Object.entries(members(value)).map(([area, own]) => {
    const said = Object.entries(members(own)).filter(([, capability]) => (capability ?? false) !== false);
    return [area, Object.fromEntries(said)];
  });
  return Object.fromEntries(areas);
}
