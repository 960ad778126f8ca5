/** Selects the messages around a position that are sent to a view. */

/** The limits of a window: the number of its messages, and their total length (UTF-16 units). A single message may be longer. */
const MAX_MESSAGES = 500;
const MAX_WINDOW_LENGTH = 2_000_000;

/** The ranks of the messages to show. `to` is exclusive. */
interface Window {
  readonly from: number;
  readonly to: number;
}

/**
 * The range of messages around the one at `middle`, out of `count`. It has at most `limit` messages, half of them before the message at
 * `middle`. If one side has too few messages, more of the other side are included. `lengthOf`: returns the length of a message (UTF-16
 * units).
 */
export function windowAround(
  count: number,
  middle: number,
  limit: number | undefined,
  lengthOf: (rank: number) => number,
): Window {
  const most = Math.max(1, Math.min(limit ?? MAX_MESSAGES, MAX_MESSAGES));
  const center = Math.max(0, Math.min(middle, count - 1));
  let from = center;
  let to = center;
  let room = MAX_WINDOW_LENGTH;
  while (to - from < most) {
    // Extends the side with fewer messages, or the other side if there are no more messages there.
    const forward = to < count && (from === 0 || to - center <= center - from);
    if (!forward && from === 0) break;
    room -= lengthOf(forward ? to : from - 1);
    if (room < 0 && to > from) break;
    if (forward) to++;
    else from--;
  }
  return { from, to };
}
