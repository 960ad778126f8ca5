/** Fixes of the document header and of the lists in it. */
import { builtinNamespaces, headerKeys } from '../grammar/index.ts';
import type { Block } from '../syntax/block.ts';
import { opensHeader, unreadHeader } from '../syntax/document-header/extent.ts';
import type { HeaderEntry } from '../syntax/document-header/values.ts';
import { getOwn } from '../syntax/get-own.ts';
import { closest } from '../syntax/tokens/closest.ts';
import { type Fixers, insert, type Proposal, type Proposals, remove, replace, type Target, titleText } from './fix.ts';
import { suggested } from './headers.ts';

const VERSION = '2.2';
const keys = new Map(headerKeys.map((key) => [key.path, key]));

function lineBreakOf(text: string): string {
  return /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';
}

/** Matches a first line that is not valid YAML, but can only be meant as the version: `version:2.2` or `version = 2.2`. */
const almostVersion =
  /^(\uFEFF?\s*)(["']?version["']?[ \t]*(?:[:=][ \t]*)?["']?v?(\d+(?:\.\d+)*)["']?)[ \t]*(?=[\r\n])/i;

/** The start of the line that contains an offset. */
function lineStart(text: string, at: number): number {
  return Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1;
}

function insertHeader({ block, context }: Target): Proposal | undefined {
  const title = `Insert the document header \`version: ${VERSION}\``;
  const mark = block.text.startsWith('\uFEFF') ? 1 : 0;
  const first = block.kind === 'prelude' ? context.blocks.at(1) : block;
  const lineBreak = lineBreakOf(block.text + (first?.text ?? ''));
  const unread = block.kind === 'prelude' ? unreadHeader(block.text)?.start : undefined;
  // Without a line break at the end of the text, the next message would become part of the header.
  if (unread !== undefined && /[\r\n]$/.test(block.text)) {
    // The line `---` that begins the unread header is removed, because it would end the header now.
    const fence = /^---[ \t]*(?:\r\n|\n|\r)/.exec(block.text.slice(unread))?.[0] ?? '';
    const edits = [insert(mark, `---${lineBreak}`), remove({ start: unread, end: unread + fence.length })];
    return { title: 'Begin the document header with `---`', edits, preferred: true };
  }
  const line = `version: ${VERSION}${lineBreak}`;
  // Without a fence, a message that begins with a word instead of a token would become part of the header.
  if (unread !== undefined || (first && first.kind === 'message' && !first.text.startsWith('<|'))) return undefined;
  const match = block.kind === 'prelude' ? almostVersion.exec(block.text) : null;
  if (match) {
    const [all, before = '', versionText = '', version] = match;
    const end = before.length + versionText.length;
    return {
      title: `Replace ${titleText(block.text, { start: before.length, end })} with \`version: ${VERSION}\``,
      edits: [replace({ start: before.length, end }, `version: ${VERSION}`)],
      preferred: true,
      // Any further lines would become part of the header.
      safe: version === VERSION && block.text.slice(all.length).trim() === '',
    };
  }
  const isEmpty = block.kind === 'prelude' && block.text.slice(mark).trim() === '';
  // Text that begins with a token cannot become part of the header. Other text could, so it needs a fence.
  const token = block.text.startsWith('<|', mark);
  const fenced = block.kind === 'prelude' && !isEmpty && !token;
  const edit = isEmpty
    ? replace({ start: mark, end: block.text.length }, line)
    : insert(mark, fenced ? `---${lineBreak}${line}---${lineBreak}` : line);
  return { title, edits: [edit], preferred: true, safe: true };
}

/** The header entry whose key or value the problem is reported at. */
function entryAt({ problem, context }: Target): HeaderEntry | undefined {
  return context.header?.entries.findLast(
    ({ keyStart, valueStart, valueEnd }) =>
      keyStart === problem.start || (valueStart <= problem.start && problem.start < valueEnd),
  );
}

/**
 * Whether an edit in a header can affect only the value that it changes. With YAML anchors and aliases, one edit can change several values.
 */
function plain(block: Block): boolean {
  return !/[&*][\w-]+/.test(block.text);
}

function writeVersion({ block, problem, context }: Target): Proposal | undefined {
  const { text } = block;
  const version = context.header?.get('version');
  const title = `Change to \`version: ${VERSION}\``;
  if (version !== undefined) {
    const { keyEnd, valueStart, source } = version;
    const valueText = text.slice(valueStart, version.valueEnd).trimEnd();
    // A value that contains a token most likely includes a message whose line break is missing.
    const messageStart = valueText.indexOf('<|');
    const value = (messageStart < 0 ? valueText : valueText.slice(0, messageStart)).trimEnd();
    if (/[\r\n]/.test(value) && (version.items === undefined || /[#[{]/.test(value))) return undefined;
    const end = valueText === '' ? 0 : valueStart + (messageStart < 0 ? valueText.length : messageStart);
    const tail = messageStart < 0 ? '' : lineBreakOf(text);
    const sameLine = value !== '' && !/[\r\n]/.test(text.slice(keyEnd, valueStart));
    const from = sameLine ? valueStart : text.indexOf(':', keyEnd) + 1;
    return {
      title: tail === '' ? title : `${title}, and begin the message and its body on the next line`,
      changesBody: tail !== '',
      edits: [replace({ start: from, end: Math.max(from, end) }, (sameLine ? '' : ' ') + VERSION + tail)],
      preferred: true,
      safe: tail === '' && /^v?2(?:\.\d+)*$/.test(source),
    };
  }
  const key = context.header?.entries.find(
    ({ parent, path, source }) =>
      parent === '' && !keys.has(path) && source === VERSION && closest(path, ['version']) !== undefined,
  );
  if (key !== undefined)
    return {
      title: `Replace ${titleText(text, { start: key.keyStart, end: key.keyEnd })} with \`version\``,
      edits: [replace({ start: key.keyStart, end: key.keyEnd }, 'version')],
      preferred: true,
    };
  const lineBreak = lineBreakOf(text);
  const opening = /^\uFEFF?\s*---[ \t]*(?:\r\n|\r|\n)/.exec(text);
  const at = opening ? opening[0].length : problem.start;
  return {
    title: `Insert \`version: ${VERSION}\``,
    edits: [insert(at, `version: ${VERSION}${lineBreak}`)],
    preferred: true,
  };
}

/** Corrects a value of the wrong type if it is clear what is meant. */
function retype(target: Target): Proposal | undefined {
  const { problem, block } = target;
  const entry = entryAt(target);
  const valueText = block.text.slice(problem.start, problem.end);
  const type = entry && keys.get(entry.path)?.type;
  const value = suggested(target) ?? (type && getOwn(unquoted, type)?.exec(valueText)?.[2]);
  // If a list is required, a single choice or string becomes the only element of a list.
  const isItem = (type === 'enums' || type === 'strings') && entry?.items === undefined;
  const list = type === 'strings' && typeof entry?.value === 'string' ? bareItem.exec(valueText)?.[0] : value;
  const newValue = isItem ? list && `[${list}]` : value;
  return {
    title: `Replace ${titleText(block.text, problem)} with \`${newValue}\``,
    edits: [replace(problem, newValue)],
    preferred: true,
  };
}

/** Patterns for quoted values that should not be quoted, by type. */
const unquoted: Readonly<Record<string, RegExp>> = {
  boolean: /^(["'])(true|false)\1$/,
  number: /^(["'])(-?\d+(?:\.\d+)?)\1$/,
};
const bareItem = /^[\w.-]+$/;

/**
 * Removes the lines of the first of two equal keys. The last one applies, but only the author knows which one is intended. The proof
 * compares bodies, problems and visible text, but not the values in the document header, because most fixes here change those. Therefore
 * this fix checks itself that the lines contain nothing else.
 */
function dropEarlier({ block, problem, context }: Target): Proposal | undefined {
  const { text } = block;
  const entries = context.header?.entries ?? [];
  const later = entries.find(({ keyStart }) => keyStart === problem.start);
  const earlier = entries.findLast(({ path, keyStart }) => path === later?.path && keyStart < problem.start);
  if (later === undefined || earlier === undefined) return undefined;
  const column = (at: number) => at - lineStart(text, at);
  const isFirst = (at: number) => text.slice(lineStart(text, at), at).trim() === '';
  const from = lineStart(text, earlier.keyStart);
  const last = text.slice(0, Math.max(earlier.valueEnd, earlier.keyEnd)).trimEnd().length;
  const lineEnd = /^:?[ \t]*(?:#.*)?(?:\r\n|\r|\n)/.exec(text.slice(last))?.[0];
  const end = last + (lineEnd?.length ?? 0);
  const isApart =
    [earlier, later].every(({ keyStart }) => isFirst(keyStart)) && column(earlier.keyStart) === column(later.keyStart);
  // The lines must not contain a message that begins without a line break before it, since that message would be removed as well.
  const isAlone = lineEnd !== undefined && plain(block) && !text.slice(from, end).includes('<|start|>');
  // Without its first line, the text may no longer be recognized as a header.
  if (!isApart || !isAlone || !opensHeader(text.slice(0, from) + text.slice(end), true)) return undefined;
  return {
    title: `Remove ${titleText(text, { start: from, end: last })}: the later \`${later.path}\` overrides it`,
    edits: [remove({ start: from, end })],
    preferred: true,
  };
}

function renameKey(target: Target): Proposal | undefined {
  const entry = target.context.header?.entries.find(({ keyStart }) => keyStart === target.problem.start);
  if (entry === undefined) return undefined;
  const { parent } = entry;
  const siblings = [...keys.keys()].filter((path) => path.slice(0, Math.max(0, path.lastIndexOf('.'))) === parent);
  const closestPath = closest(entry.path, siblings);
  if (closestPath === undefined) return undefined;
  const key = closestPath.slice(parent === '' ? 0 : parent.length + 1);
  return {
    title: `Change to \`${key}\``,
    edits: [replace({ start: entry.keyStart, end: entry.keyEnd }, key)],
    preferred: true,
  };
}

/** Adds a word to a list of the document header. */
function addTo(path: string, word: string | undefined, { context }: Target): Proposal | undefined {
  const entry = context.header?.get(path);
  const block = context.blocks.at(0);
  if (word === undefined || entry?.items === undefined || block === undefined || !plain(block)) return undefined;
  const { text } = block;
  const last = entry.items.at(-1);
  const isFlow = text[entry.valueStart] === '[';
  const dash = last && text.slice(lineStart(text, last.start), last.start);
  const at = last ? text.slice(0, last.end).trimEnd().length : entry.valueStart + 1;
  const itemText = isFlow ? (last ? `, ${word}` : word) : lineBreakOf(text) + dash + word;
  return {
    title: `Add \`${word}\` to \`${path}\` in the document header`,
    edits: [isFlow || dash?.trim() === '-' ? insert(at, itemText, block) : undefined],
    preferred: true,
  };
}

function listCapability(target: Target): Proposal | undefined {
  const { channel } = target.message.header;
  const onChannel = channel?.word?.start === target.problem.start;
  const word = onChannel ? channel?.word?.name : target.message.role;
  return addTo(onChannel ? 'capabilities.channels' : 'capabilities.roles', word, target);
}

const effortKey = 'generation_settings.reasoning_effort';
/** The word, if it is a valid reasoning effort. */
const chosen = (word: string | undefined) => keys.get(effortKey)?.values?.find((value) => value === word);

function agreeOnEffort({ block, problem, context }: Target): Proposals {
  const entry = context.header?.get(effortKey);
  const value = entry && { start: entry.valueStart, end: entry.valueEnd };
  const inBody = chosen(block.text.slice(problem.start, problem.end).toLowerCase());
  const inHeader = chosen(entry?.source);
  return [
    {
      title: `Change the reasoning effort in the body of the system message to \`${inHeader}\``,
      edits: [replace(problem, inHeader)],
      preferred: true,
      changesBody: true,
    },
    {
      title: `Change the reasoning effort in the document header to \`${inBody}\``,
      edits: [replace(value, inBody, context.blocks.at(0))],
    },
  ];
}

export const documentFixers: Fixers = {
  'document-header-missing': { says: 'insert the document header', fix: (target) => [insertHeader(target)] },
  'document-version': { says: `set the version to ${VERSION}`, fix: (target) => [writeVersion(target)] },
  'document-version-unsupported': {
    says: `set the version to ${VERSION}`,
    // Before messages of 0.1, the document header is not parsed, so there is no version to change.
    fix: ({ problem, context }) => [
      context.header && { title: `Change to \`version: ${VERSION}\``, edits: [replace(problem, VERSION)] },
    ],
  },
  'document-key-type': { says: 'correct the value', fix: (target) => [retype(target)] },
  'document-key-duplicate': { says: 'remove the earlier key', fix: (target) => [dropEarlier(target)] },
  'document-key-unknown': { says: 'correct the key', fix: (target) => [renameKey(target)] },
  'reasoning-mismatch': { says: 'make the header and the system message agree', fix: agreeOnEffort },
  'capability-undeclared': {
    says: 'add the role or the channel to the list in the document header',
    fix: (target) => [listCapability(target)],
  },
  'builtin-undeclared': {
    says: 'add the tool to the list in the document header',
    fix(target) {
      const { tool } = target.message;
      const name = builtinNamespaces.find((namespace) => tool === namespace || tool?.startsWith(`${namespace}.`));
      return [addTo('generation_settings.builtin_tools', name, target)];
    },
  },
};
