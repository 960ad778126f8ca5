/** A followed file: its state in words, and its end, which stays in view as long as the user has not scrolled away. */
import { byId } from './elements.ts';

const line = byId('following');
const news = byId('news');
/**
 * The distance to the end that counts as being at the end, in pixels; and the time after a key press or a turn of the wheel during which
 * scrolling is due to the user, in milliseconds.
 */
const [near, whileActing] = [60, 1000];

let follows = false;
let stays = true;
let acted = Number.NEGATIVE_INFINITY;

/** Shows the state; undefined: the file is not followed. */
export function sayFollowing(state: string | undefined): void {
  follows = state !== undefined;
  line.hidden = !follows;
  const said = line.textContent;
  line.textContent = state ?? '';
  if (state !== undefined && what(state) !== what(said)) news.textContent = state;
}

/** Removes sizes from a state: they change with every message and would only disturb users of screen readers. Times are announced. */
const what = (state: string) => state.replace(/(?<![\d:])[\d.,]+(?![\d:])/g, '').replace(/\b[KM]B\b/g, '');

/** Scrolls to the end if it was in view. */
export function stayAtEnd(): void {
  if (follows && stays) window.scrollTo(0, document.documentElement.scrollHeight);
}

for (const input of ['wheel', 'keydown', 'pointerdown', 'pointermove', 'touchmove'])
  window.addEventListener(
    input,
    (event) => {
      if (input !== 'pointermove' || (event as PointerEvent).buttons > 0) acted = performance.now();
    },
    { passive: true },
  );

window.addEventListener('scroll', () => {
  if (performance.now() - acted > whileActing) return;
  stays = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - near;
});
