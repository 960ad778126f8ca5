import { functionsNamespace } from '../grammar/index.ts';
import { declarations, schemaOf, type ToolDeclaration } from '../model/tools/declarations.ts';
import type { Schema } from '../model/tools/schema.ts';
import type { DeclaredTools } from '../rules/support/rule.ts';
import type { Block } from '../syntax/block.ts';
import type { BlockSequence } from '../syntax/sequence.ts';
import { closest } from '../syntax/tokens/closest.ts';

/**
 * The declaration with which all calls to a tool are compared, or `various` if the tool has several different declarations. Undefined if
 * the tool is not declared.
 */
type State = string | undefined;

/** If there are more tools than this, no declared name is suggested for an undeclared tool. */
const MAX_TOOLS_COMPARED = 200;

const functions = `${functionsNamespace}.`;

/** The state of a tool that has several different declarations. Their positions then determine which one applies to a call. */
const various = '\0';

interface PlacedDeclaration {
  readonly declaration: ToolDeclaration;
  readonly block: Block;
}

/** The declarations of one tool; other facts are derived from them on first use. */
interface Declared {
  readonly all: Map<ToolDeclaration, Block>;
  state?: State;
  /** The declarations in document order. */
  order?: readonly PlacedDeclaration[] | undefined;
}

/** The tools that the messages of a document declare, kept up to date as messages come and go. */
export class DeclarationIndex implements DeclaredTools {
  private readonly namespaces = new Map<string, number>();
  private readonly tools = new Map<string, Declared>();
  /** The tools and namespaces (`functions.`) for which a declaration was added or removed, with their previous state. */
  private readonly before = new Map<string, State>();

  /** Caches the declared tool that each undeclared name probably means. */
  private readonly meanings = new Map<string, string | undefined>();

  constructor(private readonly blocks?: BlockSequence) {}

  hasTool(tool: string): boolean {
    return this.tools.has(tool);
  }

  hasNamespace(namespace: string): boolean {
    return this.namespaces.has(namespace);
  }

  hasParameter(tool: string, name: string): boolean {
    const parameter = new RegExp(`\\b${name}\\??\\s*:`);
    return [...(this.tools.get(tool)?.all.keys() ?? [])].some(({ signature }) => parameter.test(signature));
  }

  meant(tool: string): string | undefined {
    if (this.tools.size > MAX_TOOLS_COMPARED) return undefined;
    const cachedMeaning = this.meanings.get(tool);
    if (cachedMeaning !== undefined || this.meanings.has(tool)) return cachedMeaning;
    const inNamespace = tool.startsWith(functions);
    const names = [...this.tools.keys()].filter((name) => name.startsWith(functions) === inNamespace);
    const bare = (name: string) => (inNamespace ? name.slice(functions.length) : name);
    // The order of the names depends on the edits, and must not affect the result.
    const meaning = closest(bare(tool), names.map(bare).sort());
    this.meanings.set(tool, meaning);
    return meaning;
  }

  schemaFor(tool: string, call: Block): Schema | undefined {
    const declared = this.tools.get(tool);
    if (declared === undefined) return undefined;
    const [[only] = []] = declared.all;
    const declaration = this.stateOf(tool) === various ? this.lastBefore(call, declared) : only;
    return declaration && schemaOf(declaration);
  }

  add(block: Block): void {
    const { namespaces, tools, formats } = declarations(block);
    for (const namespace of namespaces) {
      this.note(`${namespace}.`);
      this.namespaces.set(namespace, (this.namespaces.get(namespace) ?? 0) + 1);
    }
    for (const declaration of [...tools, ...formats]) {
      this.note(declaration.tool);
      const all = this.tools.get(declaration.tool)?.all ?? new Map<ToolDeclaration, Block>();
      this.tools.set(declaration.tool, { all: all.set(declaration, block) });
    }
  }

  remove(block: Block): void {
    const { namespaces, tools, formats } = declarations(block);
    for (const namespace of namespaces) {
      this.note(`${namespace}.`);
      const count = (this.namespaces.get(namespace) ?? 0) - 1;
      if (count > 0) this.namespaces.set(namespace, count);
      else this.namespaces.delete(namespace);
    }
    for (const declaration of [...tools, ...formats]) {
      this.note(declaration.tool);
      const all = this.tools.get(declaration.tool)?.all;
      all?.delete(declaration);
      if (all && all.size > 0) this.tools.set(declaration.tool, { all });
      else this.tools.delete(declaration.tool);
    }
  }

  /**
   * Returns the tools and namespaces (`functions.`) whose declarations have changed since the last call. `hasOtherNames`:
   * whether names were added or removed, so that undeclared calls may now mean other tools.
   */
  takeChanged(): { readonly changed: readonly string[]; readonly hasOtherNames: boolean } {
    const changed = [...this.before].filter(([name, state]) => state === various || this.stateOf(name) !== state);
    const hasOtherNames = changed.some(([name, state]) => (state !== undefined) !== this.tools.has(name));
    this.before.clear();
    return { changed: changed.map(([name]) => name), hasOtherNames };
  }

  private note(name: string): void {
    this.meanings.clear();
    if (!this.before.has(name)) this.before.set(name, this.stateOf(name));
  }

  private stateOf(name: string): State {
    if (name.endsWith('.')) return this.namespaces.has(name.slice(0, -1)) ? name : undefined;
    const declared = this.tools.get(name);
    if (declared) declared.state ??= common(declared.all.keys());
    return declared?.state;
  }

  /** Returns the last declaration before a call, or the first declaration after the call if there is none before it. */
  private lastBefore(call: Block, declared: Declared): ToolDeclaration | undefined {
    const indexOf = (block: Block) => this.blocks?.placeOf(block)?.index ?? -1;
    declared.order ??= [...declared.all]
      .map(([declaration, block]) => ({ declaration, block, index: indexOf(block) }))
      .sort((a, b) => a.index - b.index || a.declaration.start - b.declaration.start);
    const at = indexOf(call);
    let [low, high] = [0, declared.order.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (indexOf((declared.order[middle] as PlacedDeclaration).block) < at) low = middle + 1;
      else high = middle;
    }
    return declared.order[Math.max(0, low - 1)]?.declaration;
  }
}

function common(declared: Iterable<ToolDeclaration>): State {
  let state: State;
  for (const declaration of declared) {
    const one = sourceOf(declaration);
    if (state !== undefined && state !== one) return various;
    state = one;
  }
  return state;
}

/** All parts of a declaration that determine its schema. */
function sourceOf({ signature, aliases }: ToolDeclaration): string {
  return aliases.size === 0 ? signature : [signature, ...[...aliases].flat()].join('\0');
}
