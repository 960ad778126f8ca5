/** The outline of the JSON in the body of a message: a call, a reply, or an answer that must be JSON. */
import type { DocumentSymbol } from 'vscode-languageserver-types';
import { llamaCallMembers } from '../../grammar/index.ts';
import { type HeaderInfo, message } from '../../model/message.ts';
import { has, Trait } from '../../syntax/block.ts';
import { segments } from '../../syntax/body.ts';
import { rowsOf } from '../../syntax/families/index.ts';
import { type JsonNode, memberOf, textOf } from '../../syntax/json/nodes.ts';
import { type Budget, rangesBy, symbolsInText } from '../support/json-symbols.ts';
import { anywhere, type Step } from '../support/walk.ts';

/** The symbols of the JSON in a body. None if the body is not JSON. */
export function bodySymbols(step: Step, what: HeaderInfo, budget: Budget): DocumentSymbol[] {
  const { block } = step;
  return !budget.told && has(block, Trait.HasMessage) ? bodies(block.family)(step, what, budget) : [];
}

/**
 * The part of an object to list. If the object names a function, its parent symbol already shows that name, so only the arguments or the
 * result are listed.
 */
function heldBy(root: JsonNode): JsonNode | undefined {
  if (textOf(root, 'name') === undefined) return root;
  return heldIn.map((key) => memberOf(root, key)?.value).find((value) => value !== undefined);
}

const heldIn = [...llamaCallMembers.arguments, 'content'];

/**
 * The symbols of the JSON of a call or an output, which extends from `start` to `end` in a block. This JSON contains no escapes of the
 * transcript.
 */
export function stretchSymbols(step: Step, start: number, end: number, budget: Budget): DocumentSymbol[] {
  const text = step.block.text.slice(start, end);
  const from = text.search(/[{[]/);
  if (budget.told || from < 0) return [];
  const position = anywhere(step);
  return symbolsInText(
    text.slice(from),
    rangesBy((offset) => position(start + from + offset)),
    budget,
    heldBy,
  );
}

const bodies = rowsOf<(step: Step, what: HeaderInfo, budget: Budget) => DocumentSymbol[]>(
  () => wholeBody,
  ({ has }) => (has.bodyCalls ? bareBody : () => []),
);

function wholeBody(step: Step, { kind, constraint }: HeaderInfo, budget: Budget): DocumentSymbol[] {
  if (kind === 'plain' && constraint !== 'json') return [];
  const { text, toBlock } = message(step.block).content;
  if (!/^\s*[{[]/.test(text)) return [];
  const position = anywhere(step);
  return symbolsInText(
    text,
    ({ start, end }) => ({
      start: position(toBlock(start)),
      end: position(end > start ? toBlock(end - 1) + 1 : toBlock(end)),
    }),
    budget,
  );
}

/** The symbols of the JSON after the call token. Without that token, the JSON is at the start of the body. */
function bareBody(step: Step, _what: HeaderInfo, budget: Budget): DocumentSymbol[] {
  const { block } = step;
  const token = segments(block).findLast((one) => one.token?.kind === 'call');
  const start = token?.end ?? block.bodyStart;
  const from = start + (/^\s*/.exec(block.text.slice(start, start + 100))?.[0].length ?? 0);
  // A token such as `[TOOL_CALLS]` looks like the beginning of a list, but is not JSON.
  return /[{[]/.test(block.text[from] ?? '') && block.family.tokenAt(block.text, from) === undefined
    ? stretchSymbols(step, start, block.bodyEnd, budget)
    : [];
}
