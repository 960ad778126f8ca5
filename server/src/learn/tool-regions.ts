/** Finds the declared tools in a prompt if the template writes them as JSON. */
import { Jinja } from '../templates/jinja/render.ts';
import { plain } from '../templates/jinja/runtime/text.ts';
import { valueOfData } from '../templates/values.ts';
import type { Item } from './observe.ts';

/** The layouts in which templates write JSON. */
const layouts = ['{{ v | tojson }}', '{{ v | tojson(indent=4) }}', '{{ v | tojson(indent=2) }}'].map(Jinja.read);

const writings = (value: unknown): readonly string[] => {
  const json = JSON.stringify(value);
  const texts = writingsOf.get(json) ?? layouts.map((layout) => plain(layout.render(variablesFor(value)).text));
  writingsOf.set(json, texts);
  return texts;
};
const variablesFor = (value: unknown) => new Map([['v', valueOfData(value)]]);

/** The texts for each value, by its JSON. They are cached, since all probes share a few tools. */
const writingsOf = new Map<string, readonly string[]>();

const ofTools = { message: -1, encoding: 'json' } as const;

/**
 * The spans of the tools in a prompt: of a single list with all tools, or else of each tool, or else of each tool's function. Empty
 * if the prompt does not have the tools as JSON.
 */
export function toolRegions(text: string, tools: readonly object[]): readonly Item[] {
  if (tools.length === 0) return [];
  const list = placeOf(text, tools, 0);
  if (list) return [{ ...ofTools, ...list, part: 'toolList', call: 0 }];
  for (const part of ['tool', 'function'] as const) {
    const items: Item[] = [];
    for (const [call, tool] of tools.entries()) {
      const value = part === 'tool' ? tool : (tool as { readonly function: object }).function;
      const span = placeOf(text, value, items.at(-1)?.end ?? 0);
      if (span) items.push({ ...ofTools, ...span, part, call });
    }
    if (items.length === tools.length) return items;
  }
  return [];
}

function placeOf(text: string, value: unknown, from: number) {
  for (const writing of writings(value)) {
    const start = text.indexOf(writing, from);
    if (start >= 0) return { start, end: start + writing.length };
  }
  return undefined;
}
