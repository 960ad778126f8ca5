/** Renders messages for a view. Each one is rendered once, and cached while it exists and its visibility stays the same. */
import type { Message } from '../../model/message.ts';
import { besides, type Entry, entriesOf } from '../../model/visibility/entries.ts';
import { trimBreaks } from '../../model/visibility/spoken.ts';
import type { Verdict, Visibility } from '../../model/visibility/verdict.ts';
import { type Rendered, renderHidden, renderMessage } from '../../render/message.ts';

interface CachedRendering {
  readonly shown: Visibility;
  readonly rendered: Rendered;
}

const views = { public: new WeakMap<object, CachedRendering>(), debug: new WeakMap<object, CachedRendering>() };

/**
 * The text that a verdict lets users see. With `debug`, the hidden text is included. `of`: the cache key, an object that exists as long as
 * the message.
 */
export function rendered(of: object, verdict: Verdict, debug: boolean, message: () => Message): Rendered {
  const cache = debug ? views.debug : views.public;
  const { shown } = verdict;
  let cachedRendering = cache.get(of);
  if (cachedRendering?.shown !== shown) {
    cachedRendering = { shown, rendered: renderMessage(message(), verdict, debug) };
    cache.set(of, cachedRendering);
  }
  return cachedRendering.rendered;
}

/** A ChatML message with its thoughts, calls and replies rendered separately. */
interface RenderedParts {
  /** The message without its entries. Undefined if nothing remains. */
  readonly rest: Rendered | undefined;
  readonly entries: readonly (Entry & Rendered)[];
}

const divisions = new WeakMap<object, { readonly shown: Visibility; readonly divided: RenderedParts }>();

/** Like `rendered` with `debug`, but thoughts, calls and replies are rendered as separate entries. */
export function renderedParts(of: object, verdict: Verdict, message: Message): RenderedParts {
  const { shown } = verdict;
  let cachedParts = divisions.get(of);
  if (cachedParts?.shown !== shown) {
    cachedParts = { shown, divided: divide(of, verdict, message) };
    divisions.set(of, cachedParts);
  }
  return cachedParts.divided;
}

/**
 * The entries without text that users see. If a tag is misspelled, the verdict may hide less text than an entry contains. Such an entry is
 * dropped.
 */
function unseen(entries: readonly Entry[], parts: Verdict['parts'], { body }: Message): Entry[] {
  const visible = parts.filter(({ hidden, text }) => !hidden && /\S/.test(text));
  let next = 0;
  return entries.filter(({ start, end }) => {
    while ((visible[next]?.end ?? Number.POSITIVE_INFINITY) <= start - body.bodyStart) next++;
    return (visible[next]?.start ?? Number.POSITIVE_INFINITY) >= end - body.bodyStart;
  });
}

function divide(of: object, verdict: Verdict, message: Message): RenderedParts {
  const entries = unseen(entriesOf(message), verdict.parts, message);
  if (entries.length === 0) return { rest: rendered(of, verdict, true, () => message), entries: [] };
  const { shown } = verdict;
  const parts = besides(verdict.parts, entries, message);
  const isLeft = parts.some(({ text }) => /\S/.test(text));
  const remainder = renderMessage(message, { shown, doubt: verdict.doubt, parts }, true);
  const rest = shown === 'hidden' ? renderHidden(trimBreaks(remainder.text)) : remainder;
  return {
    rest: isLeft ? rest : undefined,
    entries: entries.map((entry) => ({
      ...entry,
      ...renderHidden(entry.text, entry.kind === 'thought' ? undefined : entry.kind),
    })),
  };
}
