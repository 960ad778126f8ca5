import { declarations, type ToolDeclaration } from '../model/declarations.ts';
import type { Block } from '../syntax/block.ts';
import type { DeclaredTools } from './rule.ts';

/** The tools that the messages of a document declare, kept up to date as messages come and go. */
export class DeclarationIndex implements DeclaredTools {
  private readonly namespaces = new Map<string, number>();
  private readonly tools = new Map<string, Set<ToolDeclaration>>();
  private changed = false;

  hasTool(tool: string): boolean {
    return this.tools.has(tool);
  }

  hasNamespace(namespace: string): boolean {
    return this.namespaces.has(namespace);
  }

  hasParameter(tool: string, name: string): boolean {
    const parameter = new RegExp(`\\b${name}\\??\\s*:`);
    return [...(this.tools.get(tool) ?? [])].some(({ signature }) => parameter.test(signature));
  }

  add(block: Block): void {
    const { namespaces, tools } = declarations(block);
    for (const namespace of namespaces) this.namespaces.set(namespace, (this.namespaces.get(namespace) ?? 0) + 1);
    for (const declaration of tools) {
      const same = this.tools.get(declaration.tool);
      if (same) same.add(declaration);
      else this.tools.set(declaration.tool, new Set([declaration]));
    }
    this.changed ||= namespaces.length > 0;
  }

  remove(block: Block): void {
    const { namespaces, tools } = declarations(block);
    for (const namespace of namespaces) {
      const count = (this.namespaces.get(namespace) ?? 0) - 1;
      if (count > 0) this.namespaces.set(namespace, count);
      else this.namespaces.delete(namespace);
    }
    for (const declaration of tools) {
      const same = this.tools.get(declaration.tool);
      same?.delete(declaration);
      if (same?.size === 0) this.tools.delete(declaration.tool);
    }
    this.changed ||= namespaces.length > 0;
  }

  /** Whether a declaration came or went since the last call. */
  takeChanged(): boolean {
    const { changed } = this;
    this.changed = false;
    return changed;
  }
}
