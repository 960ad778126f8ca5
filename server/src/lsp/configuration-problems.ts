/** Finds the problems in a YAML configuration, each with the span of the affected value. */
import { readConfig } from '../project/config.ts';
import { placesIn } from '../project/places.ts';
import type { Span } from '../syntax/span.ts';

export function checkConfiguration(text: string): (Span & { readonly message: string })[] {
  const problems: { readonly message: string; readonly where: string }[] = [];
  readConfig('.ocmlrc.yaml', text, (message, where) => problems.push({ message, where }));
  if (problems.length === 0) return [];
  const places = placesOf(text);
  return problems.map(({ message, where }) => ({ message, ...(places.get(where) ?? firstLine(text)) }));
}

/** Returns the span of each value in a text. The map is empty if the text is nested too deeply. */
function placesOf(text: string): ReadonlyMap<string, Span> {
  try {
    return placesIn(text);
  } catch {
    return new Map();
  }
}

const firstLine = (text: string): Span => ({ start: 0, end: Math.max(1, text.search(/[\r\n]|$/)) });
