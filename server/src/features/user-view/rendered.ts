/** Messages as a view shows them, each rendered once for as long as its verdict lives. */
import type { Message } from '../../model/message.ts';
import type { Verdict } from '../../model/visibility.ts';
import { type Rendered, renderMessage } from '../../render/message.ts';

const views = { public: new WeakMap<Verdict, Rendered>(), debug: new WeakMap<Verdict, Rendered>() };

/** What a verdict shows of a message; with `debug`, also what users do not see. */
export function rendered(message: () => Message, verdict: Verdict, debug: boolean): Rendered {
  const cache = debug ? views.debug : views.public;
  let found = cache.get(verdict);
  if (found === undefined) {
    found = renderMessage(message(), verdict, debug);
    cache.set(verdict, found);
  }
  return found;
}
