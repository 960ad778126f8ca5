/** Parses types with Lezer's parser for TypeScript, which is loaded with the first declaration. */

export type Node = ReturnType<typeof import('@lezer/javascript')['parser']['parse']>['topNode'];

/** The text after `type T =`; undefined if it is missing. */
export function parseType(source: string): Node | undefined {
  const { parser } = require('@lezer/javascript') as typeof import('@lezer/javascript');
  const [declaration] = children(parser.configure({ dialect: 'ts' }).parse(source).topNode);
  return declaration && children(declaration)[3];
}

/** The children of a node that are not comments. */
export function children(node: Node): Node[] {
  const nodes: Node[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (!child.name.endsWith('Comment')) nodes.push(child);
  }
  return nodes;
}
