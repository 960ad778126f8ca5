/** Collects the declarations in the instructions of a JSON document, so that calls can be compared with the declarations before them. */
import { declarations, schemaOf, type ToolDeclaration } from '../../model/tools/declarations.ts';
import type { Schema } from '../../model/tools/schema.ts';
import type { DeclaredTools } from '../../rules/support/rule.ts';
import type { Block } from '../../syntax/block.ts';

export class Declared implements DeclaredTools {
  private readonly namespaces = new Set<string>();
  private readonly tools = new Map<string, ToolDeclaration>();

  add(block: Block): void {
    const blockDeclarations = declarations(block);
    for (const namespace of blockDeclarations.namespaces) this.namespaces.add(namespace);
    for (const declaration of blockDeclarations.tools) this.tools.set(declaration.tool, declaration);
  }

  hasTool(tool: string): boolean {
    return this.tools.has(tool);
  }

  hasNamespace(namespace: string): boolean {
    return this.namespaces.has(namespace);
  }

  hasParameter(tool: string, name: string): boolean {
    return new RegExp(`\\b${name}\\??\\s*:`).test(this.tools.get(tool)?.signature ?? '');
  }

  schemaFor(tool: string): Schema | undefined {
    const declaration = this.tools.get(tool);
    return declaration && schemaOf(declaration);
  }
}
