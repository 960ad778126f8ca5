/**
 * The parts of a developer message (HARM-35): its instructions, then `# Tools`, then `# Response Formats`. Only text that is read
 * as tools or formats belongs to the last two parts. Everything else is part of the instructions, byte for byte.
 */
import { declarations } from '../../model/tools/declarations.ts';
import type { Block } from '../../syntax/block.ts';
import { formatsIn, formatsSection, type ResponseFormat } from './formats.ts';
import { toolsIn } from './from-text.ts';
import { toolsSection } from './namespaces.ts';
import type { Tool, WithLosses } from './tool.ts';

interface DeveloperMessage {
  readonly instructions: string;
  readonly tools: readonly Tool[];
  readonly formats: readonly ResponseFormat[];
}

const heading = '# Instructions\n\n';

/** Writes the body of a developer message in the layout of Harmony's renderer. Empty parts have no heading. */
export function developerBody({ instructions, tools, formats }: DeveloperMessage): WithLosses<string> {
  const { value, losses } = toolsSection(tools);
  const text = instructions === '' ? '' : heading + instructions;
  return { value: [text, value, formatsSection(formats)].filter((part) => part !== '').join('\n\n'), losses };
}

/** Reads the parts of a developer message from its body. */
export function developerParts(block: Block): WithLosses<DeveloperMessage> {
  const body = block.text.slice(block.bodyStart, block.bodyEnd);
  const { value: tools, losses } = toolsIn(block);
  const responseFormats = formatsIn(body);
  const last = responseFormats?.formats.at(-1);
  // Text after the last schema is prose that the section of formats cannot hold, so the whole section stays part of the instructions.
  const formats = responseFormats && last && body.slice(last.end).trim() === '' ? responseFormats : undefined;
  const end = formats?.start ?? body.length;
  const start = tools.length > 0 ? toolsStart(body.slice(0, end), namespacesOf(block)) : undefined;
  const text = body.slice(0, start ?? end).replace(/\n\n$/, '');
  return {
    value: {
      instructions: text.startsWith(heading) ? text.slice(heading.length) : text,
      tools: start === undefined ? [] : tools,
      formats: formats?.formats.map(({ name, description, schema }) => ({ name, description, schema })) ?? [],
    },
    losses,
  };
}

const namespacesOf = (block: Block) => declarations(block).namespaces;

/** The offset at which the tools section begins; undefined if the text does not end with a namespace. */
function toolsStart(text: string, names: readonly string[]): number | undefined {
  const match = /^# Tools[ \t]*$/m.exec(text) ?? /^(?:## \w+\s+)?namespace \w+ \{/m.exec(text);
  if (!match) return undefined;
  const last = text.trimEnd();
  const closed = /\}$|\}[ \t]*\/\//.test(last.slice(last.lastIndexOf('\n') + 1));
  return closed && names.length > 0 ? match.index : undefined;
}
