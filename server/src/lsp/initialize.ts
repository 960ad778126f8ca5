/** Makes any `initialize` request safe: the packages around the connection read its members without checking them. */

import type { MessageStrategy } from 'vscode-languageserver';
import { isObject } from '../syntax/is-object.ts';

/**
 * Passes messages on; members of `initialize` that are missing, or not of the shape that the protocol gives, are left out.
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

/** Capabilities two levels deep, where all are objects; a client writes `null` for what it does not have. */
function stated(value: unknown): Members {
  const areas = Object.entries(members(value)).map(([area, own]) => {
    const said = Object.entries(members(own)).filter(([, capability]) => (capability ?? false) !== false);
    return [area, Object.fromEntries(said)];
  });
  return Object.fromEntries(areas);
}
