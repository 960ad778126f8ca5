/** Finds values in a YAML configuration by the locations that `readConfig` reports, such as `overrides[0].rules.stray-text`. */
import { isMap, isNode, isScalar, isSeq, type Node } from 'yaml';
import type { Span } from '../syntax/span.ts';
import { parseYaml } from '../syntax/yaml.ts';
import { MAX_VALUE_DEPTH } from './bounds.ts';

/**
 * Returns the spans (UTF-16 offsets) of keys and list items by location. The span of a key includes its value, up to the end of the line.
 * Throws `TooDeep` if the YAML is nested too deeply.
 */
export function placesIn(text: string): ReadonlyMap<string, Span> {
  const { contents, errors } = parseYaml(text, { logLevel: 'silent', prettyErrors: false });
  const places = new Map<string, Span>();
  // A syntax error is reported at its position or, at the end of the text, at the last character.
  const [first] = errors;
  if (first) {
    const start = Math.max(0, Math.min(first.pos[0], text.trimEnd().length - 1));
    places.set('', { start, end: Math.min(Math.max(first.pos[1], start + 1), text.length) });
  }

  const spanOf = (node: unknown): Span | undefined => {
    const range = isNode(node) ? node.range : undefined;
    return range ? { start: range[0], end: range[1] } : undefined;
  };
  const walk = (node: unknown, where: string, depth: number): void => {
    if (depth > MAX_VALUE_DEPTH) return;
    if (isSeq<Node>(node))
      for (const [i, item] of node.items.entries()) {
        const span = spanOf(item);
        if (span) places.set(`${where}[${i}]`, onOneLine(text, span));
        walk(item, `${where}[${i}]`, depth + 1);
      }
    if (!isMap(node)) return;
    for (const { key, value } of node.items) {
      const span = spanOf(key);
      if (span === undefined) continue;
      const name = isScalar(key) ? String(key.value) : text.slice(span.start, span.end);
      const inside = where === '' ? name : `${where}.${name}`;
      places.set(inside, onOneLine(text, { start: span.start, end: spanOf(value)?.end ?? span.end }));
      walk(value, inside, depth + 1);
    }
  };
  walk(contents, '', 0);
  return places;
}

/** Returns the part of a span that is on its first line. */
function onOneLine(text: string, { start, end }: Span): Span {
  const stop = text.slice(start, end).search(/[\r\n]/);
  return { start, end: stop < 0 ? end : start + stop };
}
