/**
 * Reads structured instructions of openai/harmony's library: `system_content` and `developer_content` become the text that the
 * library's renderer builds from them (HARM-35).
 */
import { functionsNamespace } from '../../grammar/index.ts';
import { type JsonMember, type JsonNode, memberOf, textOf } from '../../syntax/json/nodes.ts';
import { noteToolLosses } from '../declared.ts';
import type { Notes } from '../notes.ts';
import { declaration, namespaceSection, toolFrom } from '../tools/index.ts';

/** Replaces each structured part in the content of a message with its rendered text. Content without such parts stays unchanged. */
export function laidOut(content: JsonNode | undefined, source: Source, notes: Notes): JsonNode | undefined {
  if (content?.kind !== 'array' || !content.items.some(isLibraryPart)) return content;
  const items = content.items.map((part) => {
    const lines = layouts.get(textOf(part, 'type'))?.(part, source, notes);
    return lines === undefined ? part : stringAt(part, lines.filter((one) => one !== '').join('\n\n'));
  });
  return { ...content, items };
}

/** Whether a message declares functions. If one does, the system message specifies the channel for calls to functions. */
export function declaresFunctions(message: JsonNode): boolean {
  const content = memberOf(message, 'content')?.value;
  return (
    content?.kind === 'array' &&
    content.items.some((part) => {
      const functions = memberOf(memberOf(part, 'tools')?.value, functionsNamespace)?.value;
      const tools = memberOf(functions, 'tools')?.value;
      return textOf(part, 'type') === developer && tools?.kind === 'array' && tools.items.length > 0;
    })
  );
}

export interface Source {
  /** The text of the unit, if the nodes have positions in it. */
  readonly text: string | undefined;
  /** Whether functions are declared anywhere in the conversation. */
  readonly callsFunctions: boolean;
}

const developer = 'developer_content';

/** The functions that render the sections of a part, by the type of the part. */
const layouts = new Map<string | undefined, (part: JsonNode, source: Source, notes: Notes) => readonly string[]>([
  ['system_content', systemSections],
  [developer, developerSections],
]);
const isLibraryPart = (part: JsonNode) => layouts.has(textOf(part, 'type'));

function systemSections(part: JsonNode, source: Source, notes: Notes): readonly string[] {
  const lineOf = (prefix: string, key: string) => {
    const value = textOf(part, key);
    return value === undefined ? [] : [prefix + value];
  };
  noteOthers(part, inSystem, notes);
  const effort = textOf(part, 'reasoning_effort')?.toLowerCase();
  return [
    [
      ...lineOf('', 'model_identity'),
      ...lineOf('Knowledge cutoff: ', 'knowledge_cutoff'),
      ...lineOf('Current date: ', 'conversation_start_date'),
    ].join('\n'),
    effort === undefined ? '' : `Reasoning: ${effort}`,
    toolsOf(part, source, notes),
    channelsOf(memberOf(part, 'channel_config')?.value, source),
  ];
}

type Kinds = ReadonlyMap<string, JsonNode['kind']>;
const inSystem: Kinds = new Map([
  ...['type', 'model_identity', 'knowledge_cutoff', 'conversation_start_date', 'reasoning_effort'].map(
    (name) => [name, 'string'] as const,
  ),
  ...(['tools', 'channel_config'] as const).map((name) => [name, 'object'] as const),
]);

function channelsOf(config: JsonNode | undefined, { callsFunctions }: Source): string {
  const list = memberOf(config, 'valid_channels')?.value;
  const names = list?.kind === 'array' ? list.items.flatMap((one) => (one.kind === 'string' ? [one.value] : [])) : [];
  if (names.length === 0) return '';
  const required = memberOf(config, 'channel_required')?.value;
  const isRequired = required?.kind === 'boolean' && required.value === true;
  return [
    `# Valid channels: ${names.join(', ')}.${isRequired ? ' Channel must be included for every message.' : ''}`,
    ...(callsFunctions ? [`Calls to these tools must go to the commentary channel: '${functionsNamespace}'.`] : []),
  ].join('\n');
}

function developerSections(part: JsonNode, source: Source, notes: Notes): readonly string[] {
  noteOthers(part, inDeveloper, notes);
  const instructions = textOf(part, 'instructions');
  return [...(instructions === undefined ? [] : ['# Instructions', instructions]), toolsOf(part, source, notes)];
}

const inDeveloper: Kinds = new Map([
  ['type', 'string'],
  ['instructions', 'string'],
  ['tools', 'object'],
]);

/** Renders the tools in a part, by namespace. */
function toolsOf(part: JsonNode, { text }: Source, notes: Notes): string {
  const sections = membersOf(memberOf(part, 'tools')?.value).flatMap(({ key, value: space }) => {
    const tools = memberOf(space, 'tools')?.value;
    const name = textOf(space, 'name') ?? key.value;
    const declared = (tools?.kind === 'array' ? tools.items : []).flatMap((node) => {
      const { value: tool, losses } = toolFrom(node, text);
      noteToolLosses(losses, notes);
      if (tool === undefined) return [];
      const toolDeclaration = declaration({ ...tool, namespace: name });
      noteToolLosses(toolDeclaration.losses, notes);
      return [toolDeclaration.value];
    });
    return [namespaceSection(name, textOf(space, 'description') ?? '', declared)];
  });
  return sections.length === 0 ? '' : ['# Tools', ...sections].join('\n\n');
}

function noteOthers(part: JsonNode, kinds: Kinds, notes: Notes): void {
  for (const { key, value } of membersOf(part))
    if (value && value.kind !== 'null' && kinds.get(key.value) !== value.kind)
      notes.lose(
        { start: key.start, end: value.end },
        `\`${key.value}\` is dropped: openai/harmony's renderer does not write this key${kinds.has(key.value) ? ' with a value of this type' : ''}.`,
      );
}

const membersOf = (node: JsonNode | undefined): readonly JsonMember[] => (node?.kind === 'object' ? node.members : []);

const stringAt = ({ start, end }: JsonNode, value: string): JsonNode => ({
  kind: 'string',
  value,
  exact: false,
  start,
  end,
});
