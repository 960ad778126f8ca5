/** Makes any `initialize` request safe, since the connection packages read its fields without checking them. */

import type { MessageStrategy } from 'vscode-languageserver';
import { isObject } from '../syntax/is-object.ts';

/** Passes messages on. In the params of `initialize`, capabilities of the wrong type are dropped. */
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

/**
 * Returns capabilities as two levels of objects: areas, and the capabilities in each area. Capabilities that are `null` or false are
 * dropped, since some clients send `null` for capabilities that they lack.
 */
function stated(value: unknown): Members {
  const areas = Object.entries(members(value)).map(([area, capabilities]) => {
    const entries = Object.entries(members(capabilities)).filter(([, capability]) => (capability ?? false) !== false);
    return [area, Object.fromEntries(entries)];
  });
  return Object.fromEntries(areas);
}
