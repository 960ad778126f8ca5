/** Tools that a system or developer message declares, in Harmony's TypeScript-like layout (HARM-35, HARM-36). */
import { functionsNamespace } from '../grammar/index.ts';
import { type Block, has, Trait } from '../syntax/block.ts';
import { members } from '../syntax/json.ts';
import { functionParts } from './functions.ts';

export interface ToolDeclaration {
  /** As a recipient: `functions.get_weather`. */
  readonly tool: string;
  /** The name in the block. */
  readonly start: number;
  readonly end: number;
  /** The comment lines above it. */
  readonly doc: string;
  /** The declaration as written, to its closing `;`. */
  readonly signature: string;
}

export interface Declarations {
  /** Namespaces with a block or a section of their own: `functions`, `browser`, `python`. */
  readonly namespaces: readonly string[];
  readonly tools: readonly ToolDeclaration[];
}

const none: Declarations = { namespaces: [], tools: [] };
const cache = new WeakMap<Block, Declarations>();

/** `namespace NAME {` … `}` on lines of their own, `## NAME` for a tool without declarations, `type NAME =`. */
const line = /^[ \t]*(?:namespace[ \t]+(\w+)[ \t]*\{|(\})|## (\w+)[ \t]*$|type[ \t]+([\w-]+)[ \t]*=|((?:\/\/).*))/gm;

/** What a system or developer block declares; lines that cannot be read are passed over. */
export function declarations(block: Block): Declarations {
  let found = cache.get(block);
  if (found === undefined) {
    found = has(block, Trait.ChatML)
      ? listed(block)
      : block.text.includes('namespace ', block.bodyStart) || block.text.includes('## ', block.bodyStart)
        ? read(block)
        : none;
    cache.set(block, found);
  }
  return found;
}

function read({ text, bodyStart, bodyEnd }: Block): Declarations {
  const body = text.slice(bodyStart, bodyEnd);
  const namespaces = new Set<string>();
  const tools: ToolDeclaration[] = [];
  let namespace: string | undefined;
  let comments: string[] = [];
  let expected = 0;
  for (const found of body.matchAll(line)) {
    const [whole, opened, closed, section, name, comment] = found;
    const index = found.index;
    if (comments.length > 0 && body.slice(expected, index).trim() !== '') comments = [];
    expected = index + whole.length;
    if (comment !== undefined) {
      comments.push(comment.replace(/^\/\/ ?/, ''));
      continue;
    }
    if (opened !== undefined) {
      namespace = opened;
      namespaces.add(opened);
    } else if (section !== undefined) {
      // Functions are declared in a block; under a heading alone they are described in a way that is not read.
      if (section !== functionsNamespace) namespaces.add(section);
    } else if (closed !== undefined && body.slice(index, index + 3).trim() === '}') {
      namespace = undefined;
    } else if (name !== undefined && namespace !== undefined) {
      const start = index + whole.indexOf(name, whole.indexOf('type') + 4);
      const end = signatureEnd(body, index);
      tools.push({
        tool: `${namespace}.${name}`,
        start: bodyStart + start,
        end: bodyStart + start + name.length,
        doc: comments.join('\n'),
        signature: body.slice(index, end).trim(),
      });
    }
    comments = [];
  }
  return { namespaces: [...namespaces], tools };
}

/** The end of a declaration: behind `=> any;`, or before the next one. */
function signatureEnd(body: string, from: number): number {
  const rest = body.slice(from, from + 20_000);
  const end = /=>[ \t]*\w+[ \t]*;?/.exec(rest);
  const next = /\n[ \t]*(?:type[ \t]+[\w-]+[ \t]*=|\}[ \t]*(?:\/\/.*)?(?:\n|$))/.exec(rest.slice(1));
  if (end && (!next || end.index < next.index + 1)) return from + end.index + end[0].length;
  return from + (next ? next.index + 1 : rest.length);
}

/** The functions that the function lists of a 0.1 system message describe (0.1 §8.1). */
function listed(block: Block): Declarations {
  const tools = functionParts(block, 'system').flatMap(({ values }) =>
    values.flatMap(({ value, start, end }): ToolDeclaration[] => {
      const described = (value as { function?: { name?: unknown; description?: unknown } } | null)?.function;
      if (typeof described?.name !== 'string') return [];
      const outer = member(block, start, end, 'function');
      const name = outer && member(block, outer.start, outer.end, 'name');
      return [
        {
          tool: described.name,
          start: name?.start ?? start,
          end: name?.end ?? end,
          doc: typeof described.description === 'string' ? described.description : '',
          signature: block.text.slice(start, end),
        },
      ];
    }),
  );
  return tools.length === 0 ? none : { namespaces: [], tools };
}

/** The place of a member's value in the object that a stretch of a block is; the last one of that name counts. */
function member({ text }: Block, start: number, end: number, key: string) {
  const found = members(text.slice(start, end)).findLast((candidate) => candidate.key === key);
  return found && { start: start + found.valueStart, end: start + found.valueEnd };
}
