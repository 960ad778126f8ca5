/**
 * The border between list and preview, which can be moved with the mouse and the keyboard. In a narrow window, the list is above the
 * preview.
 */
import { byId } from '../../preview/webview/elements.ts';
import { keep, keptBefore } from '../../preview/webview/host.ts';

const edge = byId('rows-edge');
const narrow = window.matchMedia('(width < 640px)');
/** The limits (`least`, `most`) and the default (`usual`) of the list's share of the window, in percent. */
const bounds = { least: 15, most: 70, usual: 34 };

/** The step by which each arrow key moves the border. */
const steps = new Map([
  ['ArrowLeft', -2],
  ['ArrowUp', -2],
  ['ArrowRight', 2],
  ['ArrowDown', 2],
]);

let share = bounds.usual;

function resize(next: number): void {
  share = Math.max(bounds.least, Math.min(bounds.most, next));
  document.documentElement.style.setProperty('--list-share', String(share));
  edge.ariaValueNow = String(Math.round(share));
}

function orient(): void {
  edge.setAttribute('aria-orientation', narrow.matches ? 'horizontal' : 'vertical');
}

export function startEdge(): void {
  const before = keptBefore('listShare');
  resize(typeof before === 'number' && Number.isFinite(before) ? before : bounds.usual);
  orient();
  narrow.addEventListener('change', orient);
  edge.addEventListener('pointerdown', (event) => {
    edge.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  edge.addEventListener('pointermove', ({ buttons, clientX, clientY }) => {
    if (buttons === 0) return;
    resize(narrow.matches ? (100 * clientY) / window.innerHeight : (100 * clientX) / window.innerWidth);
  });
  edge.addEventListener('pointerup', () => keep({ listShare: share }));
  edge.addEventListener('dblclick', () => {
    resize(bounds.usual);
    keep({ listShare: share });
  });
  edge.addEventListener('keydown', (event) => {
    const by = steps.get(event.key);
    if (by === undefined) return;
    event.preventDefault();
    resize(share + by);
    keep({ listShare: share });
  });
}
