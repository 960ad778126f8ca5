/** Parses types with Lezer's parser for TypeScript, which is loaded when the first declaration is parsed. */

export type Node = ReturnType<typeof import('@lezer/javascript')['parser']['parse']>['topNode'];

/** Returns the node of the text after `type T =`; undefined if there is none. */
export function parseType(source: string): Node | undefined {
  const { parser } = require('@lezer/javascript') as typeof import('@lezer/javascript');
  const [declaration] = children(parser.configure({ dialect: 'ts' }).parse(source).topNode);
  return declaration && children(declaration)[3];
}

/** Returns the children of a node, without comments. */
export function children(node: Node): Node[] {
  const nodes: Node[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (!child.name.endsWith('Comment')) nodes.push(child);
  }
  return nodes;
}
