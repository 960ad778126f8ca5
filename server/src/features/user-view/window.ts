/** Which of what is shown fits into a window around a place. */

/** A window holds at most so many messages, and so many UTF-16 units as long as it holds one message. */
const MAX_MESSAGES = 500;
const MAX_WINDOW_LENGTH = 2_000_000;

/** A range of the messages to show; `to` is exclusive. */
interface Window {
  readonly from: number;
  readonly to: number;
}

/**
 * The stretch of `count` messages that surrounds the one at `middle`: at most `limit` of them, half of them before it, and
 * more on one side where the other has none. `lengthOf`: how much text a message has (UTF-16 units).
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
    // Whichever side has come less far, and has more.
    const forward = to < count && (from === 0 || to - center <= center - from);
    if (!forward && from === 0) break;
    room -= lengthOf(forward ? to : from - 1);
    if (room < 0 && to > from) break;
    if (forward) to++;
    else from--;
  }
  return { from, to };
}
