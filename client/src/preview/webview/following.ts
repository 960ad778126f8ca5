/** A file that is followed as it grows: what is said of it, and its end, which stays in view for as long as the user is there. */
import { byId } from './elements.ts';

const line = byId('following');
const news = byId('news');
/** So close to the end counts as there, in pixels; and so long after a key or a turn of the wheel, scrolling is the user's. */
const [near, whileActing] = [60, 1000];

let follows = false;
let stays = true;
let acted = Number.NEGATIVE_INFINITY;

/** Says what there is to say; undefined: the file is not followed. */
export function sayFollowing(state: string | undefined): void {
  follows = state !== undefined;
  line.hidden = !follows;
  const said = line.textContent;
  line.textContent = state ?? '';
  if (state !== undefined && what(state) !== what(said)) news.textContent = state;
}

/** Removes the sizes from a state, which change with every message and would only disturb users of screen readers. New times are said. */
const what = (state: string) => state.replace(/(?<![\d:])[\d.,]+(?![\d:])/g, '').replace(/\b[KM]B\b/g, '');

/** Puts the end into view where it was. */
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
