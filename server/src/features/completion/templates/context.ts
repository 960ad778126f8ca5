/** The position of a message to be written, and the state of the conversation there. */
import { bounded } from '../../../arguments/bounded.ts';
import { answerChannel, modelRole } from '../../../grammar/index.ts';
import { type HeaderInfo, headerInfo } from '../../../model/message.ts';
import { builtinSchema, schemaOf } from '../../../model/tools/declarations.ts';
import type { Block } from '../../../syntax/block.ts';
import type { Family } from '../../../syntax/families/index.ts';
import type { Transcript } from '../../../syntax/transcript.ts';
import { schemasAt } from '../../embedded-json/schemas.ts';
import { objectPieces, type Piece } from '../../embedded-json/value-skeleton.ts';
import type { ReplyPlace } from '../../graph/unanswered-calls.ts';
import { declarationFor, declaredTools, usedTools } from '../../support/names.ts';
import { nextRole, type Request } from '../completion-items.ts';

export interface Context {
  readonly transcript: Transcript;
  readonly family: Family;
  /** The place of the message among the blocks. */
  readonly index: number;
  /** The message before it. */
  readonly before: { readonly block: Block; readonly said: HeaderInfo } | undefined;
  replyPlace(): ReplyPlace<Block>;
}

/** The context of an offer that is written after the message of the request (`after`), or that replaces it. */
export function contextAt(
  { transcript, place, replyPlace }: Request,
  after: boolean,
  family = transcript.family,
): Context {
  const index = place.index + (after ? 1 : 0);
  const block = transcript.blocks.at(index - 1);
  const before = block?.kind === 'message' ? { block, said: headerInfo(block) } : undefined;
  const afterIt = () => ({ graph: replyPlace().graph, rank: index });
  return { transcript, family, index, before, replyPlace: after ? afterIt : replyPlace };
}

/** The next speaker; the model continues until it has answered. */
export function speaker({ family, before }: Context): string | undefined {
  const { role, kind, effectiveChannel } = before?.said ?? {};
  const goesOn = role === modelRole && kind === 'plain' && effectiveChannel !== answerChannel;
  return goesOn ? modelRole : nextRole(family, before?.said);
}

const MAX_TOOLS = 20;

/** The tools that can be called: declared ones, then those in use. */
export function tools({ transcript }: Context): readonly string[] {
  return [...new Set([...declaredTools(transcript).keys(), ...usedTools(transcript)])].slice(0, MAX_TOOLS);
}

/** The arguments that a tool requires, as an object to fill in. */
export function argumentsOf({ transcript, index }: Context, tool: string): readonly Piece[] {
  const declaration = declarationFor(transcript, tool, index);
  const schema = declaration ? schemaOf(declaration) : builtinSchema(tool);
  return objectPieces(schema === undefined ? [] : schemasAt(bounded(schema).schema, []));
}

/** `get_weather` of `functions.get_weather`. */
export const shortName = (tool: string) => tool.slice(tool.lastIndexOf('.') + 1);
