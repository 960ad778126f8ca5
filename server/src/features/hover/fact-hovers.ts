/** The texts of hovers about the facts in `grammar/`: tokens, roles, channels and values. */
import {
  builtins,
  type ChannelFact,
  channels,
  contentTypes,
  type RoleFact,
  roles,
  type TokenFact,
  type ValueFact,
} from '../../grammar/index.ts';
import { streamEventFacts } from '../../grammar/stream-events.ts';
import type { HeaderInfo } from '../../model/message.ts';
import type { Verdict } from '../../model/visibility/verdict.ts';
import type { Family } from '../../syntax/families/family.ts';
import { code, paragraphs, source } from './markdown.ts';

/** Explains the purpose of a token and, in families with token ids, gives its id in Harmony's vocabulary. */
export function explainToken({ text, doc, section, harmonyId, kind }: TokenFact, { has }: Family): string {
  const id = has.tokenIds && harmonyId !== undefined && `Token id ${harmonyId} in \`o200k_harmony\`.`;
  const title = kind === 'thought' ? 'chain-of-thought marker' : 'control token';
  return paragraphs(`**${code(text)}** · ${title}`, doc, id, source(section));
}

const hierarchy = [...roles].sort((a, b) => a.rank - b.rank);

/**
 * Explains the meaning of a role, its rank, and whether users see its messages. `note`: a sentence about a specific message, which replaces
 * the general sentence about visibility.
 */
export function explainRole(role: RoleFact, note?: string): string {
  const order = hierarchy.map(({ name }) => (name === role.name ? `**${name}**` : name)).join(' > ');
  return paragraphs(
    `**${code(role.name)}** · role, rank ${role.rank} of ${roles.length}`,
    role.doc,
    `Instruction hierarchy: ${order}.`,
    note ?? visibility(role.visible),
    source(role.section),
  );
}

export function explainChannel(channel: ChannelFact, note?: string): string {
  return paragraphs(
    `**${code(channel.name)}** · channel`,
    channel.doc,
    note ?? visibility(channel.visible),
    source(channel.section),
  );
}

/** Explains a value of a fixed set, such as an intent or a content type. */
export function explainValue({ name, doc }: ValueFact, what: string): string {
  return paragraphs(`**${code(name)}** · ${what}`, doc);
}

/** Tells whether end users see a message. If they do not, also gives the reason, unless it is obvious from the role and the channel. */
export function explainShown({ shown, doubt }: Pick<Verdict, 'shown' | 'doubt'>, kind: HeaderInfo['kind']): string {
  if (shown === 'visible' || shown === 'preamble')
    return `This message is shown to end users${shown === 'preamble' ? ', as a preamble' : ''}.`;
  const why = { call: ', because it calls a tool', reply: ", because it is a tool's reply", plain: '' }[kind];
  return `This message is hidden from end users${doubt ? ', because it may not be what it seems' : why}.`;
}

export function visibility(visible: boolean): string {
  return visible ? 'Shown to end users.' : 'Hidden from end users.';
}

/**
 * Explains a name in a list of the document header, which may be that of a token, a role, a channel, a content type, an event or a tool.
 */
export function explainName(name: string, family: Family, token: TokenFact | undefined): string | undefined {
  if (token) return explainToken(token, family);
  const role = roles.find((fact) => fact.name === name);
  if (role) return explainRole(role);
  const channel = channels.find((fact) => fact.name === name);
  if (channel) return explainChannel(channel);
  const type = contentTypes.find((fact) => fact.name === name);
  if (type) return explainValue(type, 'content type');
  const event = streamEventFacts.find((fact) => fact.name === name);
  if (event) return paragraphs(explainValue(event, 'streaming event'), source('2.2 §9'));
  const tools = builtins.filter(({ recipient }) => recipient === name || recipient.startsWith(`${name}.`));
  if (tools.length === 0) return undefined;
  return paragraphs(
    `**${code(name)}** · built-in tool`,
    tools.map(({ recipient, doc }) => `- ${code(recipient)}: ${doc}`).join('\n'),
    source('2.2 §8.3'),
  );
}
