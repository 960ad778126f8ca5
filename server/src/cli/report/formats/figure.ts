/** Draws a histogram as SVG, in the colors of the page. */
import { scaleBand, scaleLinear } from 'd3-scale';
import { escapeHtml } from '../../../render/plain.ts';
import { maximum } from '../../../syntax/lists.ts';
import type { Bin } from '../lengths.ts';
import type { Figure } from '../sections.ts';

const [WIDTH, HEIGHT] = [720, 220];
const margin = { top: 12, right: 12, bottom: 44, left: 64 };

/** Returns a histogram as SVG. A table next to the histogram has the same numbers. `id`: the ID of the histogram's title. */
export function histogram({ title, unit, bins }: Figure, id: string): string {
  const across = scaleBand()
    .domain(bins.map(labelOf))
    .range([margin.left, WIDTH - margin.right])
    .paddingInner(0.08);
  const up = scaleLinear()
    .domain([0, maximum([1, ...bins.map(({ count }) => count)])])
    .nice(4)
    .range([HEIGHT - margin.bottom, margin.top]);
  const ticks = up.ticks(4).filter(Number.isInteger);
  const x = (value: number) => Math.round(value * 10) / 10;
  const base = up(0);
  // Labels that would overlap are omitted.
  const every = Math.ceil((bins.length * 46) / (WIDTH - margin.left - margin.right));
  const lines = ticks.map(
    (tick) =>
      `<line class="grid" x1="${margin.left}" x2="${WIDTH - margin.right}" y1="${x(up(tick))}" y2="${x(up(tick))}"/><text class="tick" text-anchor="end" x="${margin.left - 8}" y="${x(up(tick)) + 4}">${tick.toLocaleString('en-US')}</text>`,
  );
  const bars = bins.map((bin) => {
    const [left, top] = [across(labelOf(bin)) ?? 0, up(bin.count)];
    return `<rect class="bar" x="${x(left)}" y="${x(top)}" width="${x(across.bandwidth())}" height="${x(base - top)}"><title>${escapeHtml(`${rangeOf(bin)} ${unit}: ${bin.count.toLocaleString('en-US')}`)}</title></rect>`;
  });
  const labels = bins.map((bin, i) =>
    i % every === 0
      ? `<text class="tick" text-anchor="middle" x="${x((across(labelOf(bin)) ?? 0) + across.bandwidth() / 2)}" y="${base + 18}">${labelOf(bin)}</text>`
      : '',
  );
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="${id}"><title id="${id}">${escapeHtml(title)}</title>${lines.join('')}${bars.join('')}<line class="axis" x1="${margin.left}" x2="${WIDTH - margin.right}" y1="${base}" y2="${base}"/>${labels.join('')}<text class="tick" text-anchor="middle" x="${(margin.left + WIDTH) / 2}" y="${HEIGHT - 6}">${escapeHtml(unit)}, from</text></svg>`;
}

/** Returns the label of a bin, such as `1k` for a thousand. */
function labelOf({ from }: Bin): string {
  for (const [value, letter] of [
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ] as const)
    if (from >= value) return `${from / value}${letter}`;
  return String(from);
}

export const rangeOf = ({ from, to }: Bin): string =>
  to - from === 1 ? String(from) : `${from.toLocaleString('en-US')} to ${(to - 1).toLocaleString('en-US')}`;
