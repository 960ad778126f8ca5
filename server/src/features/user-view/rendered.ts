/** Messages as a view shows them: each is rendered once for as long as it lives and is shown as the same. */
import type { Message } from '../../model/message.ts';
import type { Shown, Verdict } from '../../model/visibility/verdict.ts';
import { type Rendered, renderMessage } from '../../render/message.ts';

interface Kept {
  readonly shown: Shown;
  readonly rendered: Rendered;
}

const views = { public: new WeakMap<object, Kept>(), debug: new WeakMap<object, Kept>() };

/** What a verdict shows of a message; with `debug`, also what users do not see. `of`: what lives as long as the message. */
export function rendered(of: object, verdict: Verdict, debug: boolean, message: () => Message): Rendered {
  const cache = debug ? views.debug : views.public;
  const { shown } = verdict;
  let found = cache.get(of);
  if (found?.shown !== shown) {
    found = { shown, rendered: renderMessage(message(), verdict, debug) };
    cache.set(of, found);
  }
  return found.rendered;
}
