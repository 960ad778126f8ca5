/** Hovers that depend on other parts of the transcript: declarations of tools and the messages that call them. */
import { bounded } from '../../arguments/bounded.ts';
import { builtinNamespaces, builtins } from '../../grammar/index.ts';
import { headerInfo } from '../../model/message.ts';
import { declarations, mayDeclare, type ToolDeclaration } from '../../model/tools/declarations.ts';
import type { Block } from '../../syntax/block.ts';
import type { Transcript } from '../../syntax/transcript.ts';
import { listed } from '../../syntax/wording.ts';
import { declarationText } from '../embedded-json/declared-schema.ts';
import { typeScriptOf } from '../embedded-json/typescript-types.ts';
import { type Cursor, within } from '../support/cursor.ts';
import { callsOf, declaredTools } from '../support/names.ts';
import { type Explanation, explanation } from './explanation.ts';
import { code, paragraphs, source } from './markdown.ts';

/** Explains a tool by its declaration, or by the purpose of a built-in tool. */
export function explainTool(transcript: Transcript, tool: string, all = declaredTools(transcript)): string {
  const declared = all.get(tool);
  const builtin = builtins.find(({ recipient }) => recipient === tool);
  const title = `**${code(tool)}** · ${declared || !builtin ? 'tool' : 'built-in tool'}`;
  if (declared) {
    const { block, start } = declared;
    return paragraphs(title, signature(declared), `Declared in ${line(transcript, block, start)}.`);
  }
  if (builtin) return paragraphs(title, builtin.doc, source('2.2 §8.3'));
  return paragraphs(title, family(tool), 'No system or developer message in this transcript declares this tool.');
}

/** For an unknown tool in a namespace of built-in tools, such as `browser.foo`: a sentence that lists the tools in that namespace. */
function family(tool: string): string | undefined {
  const namespace = builtinNamespaces.find((name) => tool.startsWith(`${name}.`));
  const recipients = builtins.flatMap(({ recipient }) => (recipient.split('.')[0] === namespace ? [recipient] : []));
  return namespace && `The built-in functions are ${listed(recipients, 'and')}. This is not one of them.`;
}

/** The hover on the name of a tool within its declaration in a system or developer message. */
export function explainDeclaration({ transcript, block, at }: Cursor): Explanation | undefined {
  if (!mayDeclare(block, headerInfo(block).role)) return undefined;
  const declared = declarations(block).tools.find((tool) => within(tool, at));
  if (declared === undefined) return undefined;
  // With plain frames, no header names the called tool, so calls are not counted.
  const calls = block.family.has.channels ? callsOf(transcript, declared.tool) : undefined;
  const called = calls === 0 ? 'Not called' : calls === 1 ? 'Called once' : `Called ${calls} times`;
  const title = `**${code(declared.tool)}** · tool`;
  return explanation(
    declared,
    paragraphs(title, signature(declared), calls !== undefined && `${called} in this transcript.`),
  );
}

/** The declaration of a tool. It is quoted verbatim, but JSON is converted to the syntax of Harmony. */
function signature({ tool, doc, signature, parameters }: ToolDeclaration): string {
  const declaration = parameters === undefined ? signature : typeScriptOf(tool, bounded(parameters).schema);
  return declarationText(doc, declaration);
}

/** The text of a hover on the id of a message that is neither a call nor a reply. */
export function explainIdleId(callId: string): string {
  return paragraphs(
    `**${code(callId)}** · call id`,
    'This message is neither a call nor a reply, so its id has no effect.',
    source('2.2 §6, §8.2'),
  );
}

/** A link into the document, such as `line 12`. */
function line(transcript: Transcript, block: Block, offset: number): string {
  const place = transcript.blocks.placeOf(block);
  return place ? lineLink(transcript.uri, transcript.positionIn(place, offset).line) : 'this transcript';
}

/** A link to a line of a document. The line is counted from 0. */
export function lineLink(uri: string, line: number): string {
  const target = uri
    .replace(/[\s()<>\\]/g, encodeURIComponent)
    .replace(/[()]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `[line ${line + 1}](${target}#L${line + 1})`;
}
