/** The position at which a message will be inserted, and the state of the conversation there. */
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
  /** The index that the message will have among the blocks. */
  readonly index: number;
  /** The preceding message. */
  readonly before: { readonly block: Block; readonly said: HeaderInfo } | undefined;
  replyPlace(): ReplyPlace<Block>;
}

/** The context for an offered message. `after`: whether it will be inserted after the message at the cursor, instead of replacing it. */
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

/** The role that speaks next. The model keeps speaking until it has answered. */
export function speaker({ family, before }: Context): string | undefined {
  const { role, kind, effectiveChannel } = before?.said ?? {};
  const goesOn = role === modelRole && kind === 'plain' && effectiveChannel !== answerChannel;
  return goesOn ? modelRole : nextRole(family, before?.said);
}

const MAX_TOOLS = 20;

/** The tools that can be called: first the declared ones, then those that the transcript already uses. */
export function tools({ transcript }: Context): readonly string[] {
  return [...new Set([...declaredTools(transcript).keys(), ...usedTools(transcript)])].slice(0, MAX_TOOLS);
}

/** The arguments that a tool requires, as an object to fill in. */
export function argumentsOf({ transcript, index }: Context, tool: string): readonly Piece[] {
  const declaration = declarationFor(transcript, tool, index);
  const schema = declaration ? schemaOf(declaration) : builtinSchema(tool);
  return objectPieces(schema === undefined ? [] : schemasAt(bounded(schema).schema, []));
}

/** The name of a tool without its namespace: `get_weather` for `functions.get_weather`. */
export const shortName = (tool: string) => tool.slice(tool.lastIndexOf('.') + 1);
