/** Shows the state of a followed file, and keeps its end in view until the user scrolls away from it. */
import { byId } from './elements.ts';

const line = byId('following');
const news = byId('news');
/**
 * `near`: the distance from the end (pixels) up to which the page counts as scrolled to the end. `whileActing`: the time after an input
 * event (milliseconds) during which scrolling counts as the user's.
 */
const [near, whileActing] = [60, 1000];

let follows = false;
let stays = true;
let acted = Number.NEGATIVE_INFINITY;

/** Shows the state of a followed file. Undefined if no file is followed. */
export function sayFollowing(state: string | undefined): void {
  follows = state !== undefined;
  line.hidden = !follows;
  const previousText = line.textContent;
  line.textContent = state ?? '';
  if (state !== undefined && what(state) !== what(previousText)) news.textContent = state;
}

/** Removes sizes from a state, so that screen readers do not announce them with every new message. Times remain. */
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
