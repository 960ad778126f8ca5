/** Reads tools that a message of any family declares: in namespaces, in `<tools>`, in a function list, or as JSON in its prose. */

import { declarations, type ToolDeclaration } from '../../model/tools/declarations.ts';
import type { Block } from '../../syntax/block.ts';
import { memberOf } from '../../syntax/json/nodes.ts';
import { readJson } from '../../syntax/json/read.ts';
import { append } from '../../syntax/lists.ts';
import { toolFrom, toolOfName } from './from-json.ts';
import { declaredSchema } from './namespaces.ts';
import type { Tool, ToolLoss, WithLosses } from './tool.ts';

/** The tools that a block declares, with their positions in the block. */
export function toolsIn(block: Block): WithLosses<Tool[]> {
  const value: Tool[] = [];
  const losses: ToolLoss[] = [];
  for (const declared of declarations(block).tools) {
    const read = declared.parameters === undefined ? undefined : inJson(declared);
    value.push(read?.value ?? inNamespace(declared));
    append(losses, read?.losses ?? []);
  }
  return { value, losses };
}

/** Reads a declaration in JSON. */
function inJson({ signature, start }: ToolDeclaration): WithLosses<Tool | undefined> {
  const { root } = readJson(signature);
  const of = memberOf(root, 'function')?.value ?? root;
  const name = memberOf(of, 'name')?.value;
  return root && name ? toolFrom(root, signature, start - name.start) : { value: undefined, losses: [] };
}

function inNamespace({ tool, doc, type, aliases, start, end }: ToolDeclaration): Tool {
  const dot = tool.indexOf('.');
  const span = { start: start, end: end };
  return {
    ...(dot < 0 ? toolOfName(tool) : { namespace: tool.slice(0, dot), name: tool.slice(dot + 1) }),
    description: doc,
    parameters: type === undefined ? undefined : declaredSchema(type, aliases),
    placeOf: () => span,
  };
}
