/** Small icons. They are drawn here, because the page loads no files. Next to each icon, or on its button, a text has the same meaning. */

/** The path of each icon, in a square of 16 × 16 units. */
const paths = {
  system: 'M2 4.5h12M2 11.5h12M6 2.5v4M10.5 9.5v4',
  user: 'M8 8a2.8 2.8 0 1 0 0-5.6A2.8 2.8 0 0 0 8 8ZM2.8 14c.5-2.9 2.5-4.2 5.2-4.2s4.7 1.3 5.2 4.2',
  assistant: 'M8 1.8 9.6 6.4 14.2 8 9.6 9.6 8 14.2 6.4 9.6 1.8 8 6.4 6.4Z',
  reasoning: 'M6 13.8h4M6.2 11.6h3.6M6.2 11.6C6 9.6 4 8.8 4 6.2a4 4 0 0 1 8 0c0 2.6-2 3.4-2.2 5.4',
  tool: 'M2.2 4.5 6 8l-3.8 3.5M7.8 12h6',
  below: 'M3.5 2.5v6.5h9M9.5 5.8 12.7 9l-3.2 3.2',
  filter: 'M2 3.5h12M4.5 8h7M7 12.5h2',
  find: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10.3 10.3 14 14',
  export: 'M8 10V2M5 4.6 8 2l3 2.6M3 9v4.5h10V9',
  compare: 'M2.5 3h4v10h-4ZM9.5 3h4v10h-4Z',
  expand: 'M8 6.5V1.5M5.5 4 8 1.5 10.5 4M8 9.5v5M5.5 12 8 14.5l2.5-2.5M2 8h12',
  collapse: 'M8 1.5v5M5.5 4 8 6.5 10.5 4M8 14.5v-5M5.5 12 8 9.5l2.5 2.5',
  eye: 'M1.5 8S4 3.6 8 3.6 14.5 8 14.5 8 12 12.4 8 12.4 1.5 8 1.5 8ZM8 9.8a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6Z',
  sheets: 'M5.5 5.5h8v8h-8ZM3 10.5H2.5v-8h8V3',
  more: 'M3 8h.01M8 8h.01M13 8h.01',
} as const;

export type IconName = keyof typeof paths;

const svg = 'http://www.w3.org/2000/svg';

export function icon(name: IconName): SVGElement {
  const svgElement = document.createElementNS(svg, 'svg');
  for (const [key, value] of Object.entries({ viewBox: '0 0 16 16', class: `icon ${name}`, 'aria-hidden': 'true' }))
    svgElement.setAttribute(key, value);
  const path = document.createElementNS(svg, 'path');
  path.setAttribute('d', paths[name]);
  svgElement.append(path);
  return svgElement;
}
