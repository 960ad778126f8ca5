/** Finds the values in a YAML or JSON text with their spans, in the same data structure for both. */
import type { Document, Node } from 'yaml';
import type { JsonNode } from '../json/nodes.ts';
import type { Span } from '../span.ts';
import { parseYaml } from '../yaml.ts';
import { yamlPackage } from '../yaml-package.ts';

/** A value with its span (UTF-16 offsets). The span of a list or mapping without brackets extends over its entries. */
export interface ValueTree extends Span {
  /** `shared`: an anchored list or mapping, to which other nodes refer. It must not be changed. */
  readonly kind: 'mapping' | 'list' | 'scalar' | 'shared';
  /** Whether the value is written in brackets or braces. */
  readonly flow: boolean;
  readonly entries: readonly HeldEntry[];
}

/** An entry of a mapping, from its key on, or an item of a list. */
interface HeldEntry extends Span {
  readonly name: string | number;
  /** Undefined if nothing follows the colon, where the entry then ends. */
  readonly value: ValueTree | undefined;
}

const none: readonly HeldEntry[] = [];

export function heldInJson(node: JsonNode): ValueTree {
  const { start, end } = node;
  if (node.kind !== 'object' && node.kind !== 'array')
    return { start, end, kind: 'scalar', flow: false, entries: none };
  return {
    start,
    end,
    flow: true,
    kind: node.kind === 'object' ? 'mapping' : 'list',
    get entries() {
      if (node.kind === 'array')
        return node.items.map((one, i) => ({ name: i, start: one.start, end: one.end, value: heldInJson(one) }));
      return node.members.flatMap(({ key, value }) =>
        value ? { name: key.value, start: key.start, end: value.end, value: heldInJson(value) } : [],
      );
    },
  };
}

/** Returns the values in a YAML text; undefined if it is empty. Throws if values are nested too deeply. */
export function heldInYaml(text: string): ValueTree | undefined {
  const yaml = yamlPackage() as typeof import('yaml');
  const options = { schema: 'core', uniqueKeys: false, logLevel: 'silent', prettyErrors: false } as const;
  const { contents }: Document = parseYaml(text.replace(/\r(?!\n)/g, '\n'), options);
  return heldIn(contents);

  function heldIn(node: Node | null): ValueTree | undefined {
    const [start = 0, end = 0] = node?.range ?? [];
    if (node === null || start === end) return undefined;
    if (!yaml.isCollection(node)) return { start, end, kind: 'scalar', flow: false, entries: none };
    return {
      start,
      end,
      flow: node.flow === true,
      kind: node.anchor !== undefined ? 'shared' : yaml.isMap(node) ? 'mapping' : 'list',
      get entries() {
        return node.items.flatMap((item, i): HeldEntry | never[] => {
          if (!yaml.isPair(item)) {
            const value = heldIn(item as Node);
            return { name: i, start: value?.start ?? 0, end: value?.end ?? 0, value };
          }
          const key = item.key as Node | null;
          const value = heldIn(item.value as Node | null);
          if (!yaml.isScalar(key) || !key.range) return [];
          const [from, to] = key.range;
          return { name: String(key.value), start: from, end: value?.end ?? text.indexOf(':', to) + 1, value };
        });
      },
    };
  }
}
