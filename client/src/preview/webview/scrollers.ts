/** Makes wide code, tables and formulas focusable, so that they can be scrolled with the keyboard. */

const watcher = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (!(target instanceof HTMLElement || target instanceof MathMLElement)) continue;
    if (target.scrollWidth > target.clientWidth && getComputedStyle(target).overflowX === 'auto') target.tabIndex = 0;
    else target.removeAttribute('tabindex');
  }
});

/** Observes the content of an element that may become wider than its message. */
export function watchWidths(within: ParentNode): void {
  for (const one of within.querySelectorAll('pre, table, math')) watcher.observe(one);
}
