/** Makes code, tables and formulas that are wider than their message focusable, so that the keyboard can scroll them. */

const watcher = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (!(target instanceof HTMLElement || target instanceof MathMLElement)) continue;
    if (target.scrollWidth > target.clientWidth && getComputedStyle(target).overflowX === 'auto') target.tabIndex = 0;
    else target.removeAttribute('tabindex');
  }
});

/** Watches content in an element that may become wider than its message. */
export function watchWidths(within: ParentNode): void {
  for (const one of within.querySelectorAll('pre, table, math')) watcher.observe(one);
}
