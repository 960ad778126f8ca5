/** Fixes of the document header, and of what it lists. */
import { builtinNamespaces, headerKeys } from '../grammar/index.ts';
import type { Block } from '../syntax/block.ts';
import { opensHeader, unreadHeader } from '../syntax/document-header/extent.ts';
import type { HeaderEntry } from '../syntax/document-header/values.ts';
import { closest } from '../syntax/tokens/closest.ts';
import { type Fix, type Fixers, insert, remove, replace, shown, type Target } from './fix.ts';
import { suggested } from './headers.ts';

const VERSION = '2.2';
const keys = new Map(headerKeys.map((key) => [key.path, key]));

function lineBreakOf(text: string): string {
  return /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';
}

/** A first line that is no YAML, but can only be meant as the version: `version:2.2`, `version = 2.2`. */
const almostVersion = /^(\uFEFF?\s*)(["']?version["']?[ \t]*[:=]?[ \t]*["']?v?(\d+(?:\.\d+)*)["']?)[ \t]*(?=[\r\n])/i;

/** Where the line of an offset begins. */
function lineStart(text: string, at: number): number {
  return Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1;
}

function insertHeader({ block, context }: Target): Fix | undefined {
  const title = `Insert the document header \`version: ${VERSION}\``;
  const mark = block.text.startsWith('\uFEFF') ? 1 : 0;
  const first = block.kind === 'prelude' ? context.blocks.at(1) : block;
  const lineBreak = lineBreakOf(block.text + (first?.text ?? ''));
  const unread = block.kind === 'prelude' ? unreadHeader(block.text)?.start : undefined;
  // A message in the midst of a line would become part of the header.
  if (unread !== undefined && /[\r\n]$/.test(block.text)) {
    // Behind `---` comments may stand; the fence below them, if there is one, would end the header.
    const fence = /^---[ \t]*(?:\r\n|\n|\r)/.exec(block.text.slice(unread))?.[0] ?? '';
    const edits = [insert(mark, `---${lineBreak}`), remove({ start: unread, end: unread + fence.length })];
    return { title: 'Begin the document header with `---`', edits, preferred: true };
  }
  const line = `version: ${VERSION}${lineBreak}`;
  // A message that begins with a word would become part of the header, too.
  if (unread !== undefined || (first && first.kind === 'message' && !first.text.startsWith('<|'))) return undefined;
  const meant = block.kind === 'prelude' ? almostVersion.exec(block.text) : null;
  if (meant) {
    const [all, before = '', written = '', version] = meant;
    const end = before.length + written.length;
    return {
      title: `Write \`version: ${VERSION}\` for ${shown(block.text, { start: before.length, end })}`,
      edits: [replace({ start: before.length, end }, `version: ${VERSION}`)],
      preferred: true,
      // Further lines become part of the header.
      safe: version === VERSION && block.text.slice(all.length).trim() === '',
    };
  }
  const blank = block.kind === 'prelude' && block.text.slice(mark).trim() === '';
  // What begins with a token is no part of a header; other text would be.
  const token = block.text.startsWith('<|', mark);
  const fenced = block.kind === 'prelude' && !blank && !token;
  const edit = blank
    ? replace({ start: mark, end: block.text.length }, line)
    : insert(mark, fenced ? `---${lineBreak}${line}---${lineBreak}` : line);
  return { title, edits: [edit], preferred: true, safe: true };
}

/** The entry whose key or value a problem is reported on. */
function entryAt({ problem, context }: Target): HeaderEntry | undefined {
  return context.header?.entries.findLast(
    ({ keyStart, valueStart, valueEnd }) =>
      keyStart === problem.start || (valueStart <= problem.start && problem.start < valueEnd),
  );
}

/** Whether every offset of the header block can be edited: a document with aliases says the same thing twice. */
function plain(block: Block): boolean {
  return !/[&*][\w-]+/.test(block.text);
}

function writeVersion({ block, problem, context }: Target): Fix | undefined {
  const { text } = block;
  const version = context.header?.get('version');
  const title = `Write \`version: ${VERSION}\``;
  if (version !== undefined) {
    const { keyEnd, valueStart, source } = version;
    const written = text.slice(valueStart, version.valueEnd).trimEnd();
    if (/^[|>&*!]/.test(written)) return undefined;
    // What begins with a token is no part of the version: a message that lost its line break, most likely.
    const message = written.indexOf('<|');
    const value = (message < 0 ? written : written.slice(0, message)).trimEnd();
    if (/[\r\n]/.test(value) && (version.items === undefined || /[#\[{]/.test(value))) return undefined;
    const end = written === '' ? 0 : valueStart + (message < 0 ? written.length : message);
    const tail = message < 0 ? '' : lineBreakOf(text);
    const sameLine = value !== '' && !/[\r\n]/.test(text.slice(keyEnd, valueStart));
    const from = sameLine ? valueStart : text.indexOf(':', keyEnd) + 1;
    return {
      title: tail === '' ? title : `${title}, and begin the message with its body on the next line`,
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
      title: `Write \`version\` for ${shown(text, { start: key.keyStart, end: key.keyEnd })}`,
      edits: [replace({ start: key.keyStart, end: key.keyEnd }, 'version')],
      preferred: true,
    };
  const lineBreak = lineBreakOf(text);
  const opening = /^\uFEFF?\s*---[ \t]*(?:\r\n|\r|\n)/.exec(text);
  const at = opening ? opening[0].length : problem.start;
  // A mapping in braces has no lines.
  if (/^\s*[{[]/.test(text.slice(at)) || text.slice(lineStart(text, at), at).trim() !== '') return undefined;
  // An indented mapping must stay one.
  if (/^[ \t]/.test(text.slice(at))) return undefined;
  return {
    title: `Insert \`version: ${VERSION}\``,
    edits: [insert(at, `version: ${VERSION}${lineBreak}`)],
    preferred: true,
  };
}

/** What a value of the wrong type surely means. */
function retype(target: Target): Fix | undefined {
  const { problem, block } = target;
  const entry = entryAt(target);
  const written = block.text.slice(problem.start, problem.end);
  const type = entry && keys.get(entry.path)?.type;
  const bare = /^(["'])(.*)\1$/.exec(written)?.[2];
  const value =
    suggested(target) ??
    (type === 'boolean' && bare !== undefined && /^(?:true|false)$/.test(bare) ? bare : undefined) ??
    (type === 'number' && bare !== undefined && /^-?\d+(?:\.\d+)?$/.test(bare) ? bare : undefined) ??
    (type === 'strings' && entry?.items === undefined && /^[\w.-]+$/.test(written) && typeof entry?.value === 'string'
      ? `[${written}]`
      : undefined);
  if (value === undefined || /[\r\n]/.test(written)) return undefined;
  // A list of the choices is not what one of them is.
  const one = type === 'enums' && entry?.items === undefined ? `[${value}]` : value;
  return {
    title: `Write \`${one}\` for ${shown(block.text, problem)}`,
    edits: [replace(problem, one)],
    preferred: true,
  };
}

/** Removes the lines of the earlier of two equal keys: the later one counts. */
function dropEarlier({ block, problem, context }: Target): Fix | undefined {
  const { text } = block;
  const column = (at: number) => at - lineStart(text, at);
  const entries = context.header?.entries ?? [];
  const later = entries.find(({ keyStart }) => keyStart === problem.start);
  const earlier = entries.findLast(({ path, keyStart }) => path === later?.path && keyStart < problem.start);
  if (later === undefined || earlier === undefined || !plain(block)) return undefined;
  const own = (at: number) => text.slice(lineStart(text, at), at).trim() === '';
  if (!own(earlier.keyStart) || !own(later.keyStart) || column(earlier.keyStart) !== column(later.keyStart))
    return undefined;
  const from = lineStart(text, earlier.keyStart);
  const last = text.slice(0, Math.max(earlier.valueEnd, earlier.keyEnd)).trimEnd().length;
  const lineEnd = /\r\n|\r|\n/.exec(text.slice(last));
  if (lineEnd === null || text.slice(last, last + lineEnd.index).replace(/^:?\s*(?:#.*)?$/, '') !== '')
    return undefined;
  const end = last + lineEnd.index + lineEnd[0].length;
  // What stands behind it may be a header by its first line alone.
  if (!opensHeader(text.slice(0, from) + text.slice(end), true)) return undefined;
  // A message that lost its line break is not to be lost with it.
  if (text.slice(from, end).includes('<|start|>')) return undefined;
  return {
    title: `Remove the earlier \`${later.path}\`, which does not count`,
    edits: [remove({ start: from, end })],
    preferred: true,
    safe: true,
  };
}

function renameKey(target: Target): Fix | undefined {
  const entry = target.context.header?.entries.find(({ keyStart }) => keyStart === target.problem.start);
  if (entry === undefined) return undefined;
  const { parent } = entry;
  const siblings = [...keys.keys()].filter((path) => path.slice(0, Math.max(0, path.lastIndexOf('.'))) === parent);
  const meant = closest(entry.path, siblings);
  if (meant === undefined || target.context.header?.get(meant)) return undefined;
  const key = meant.slice(parent === '' ? 0 : parent.length + 1);
  return {
    title: `Write \`${key}\``,
    edits: [replace({ start: entry.keyStart, end: entry.keyEnd }, key)],
    preferred: true,
  };
}

/** Adds a word to a list of the document header. */
function addTo(path: string, word: string, { context }: Target): Fix | undefined {
  const entry = context.header?.get(path);
  const block = context.blocks.at(0);
  if (entry?.items === undefined || block?.kind !== 'document-header' || !plain(block)) return undefined;
  const { text } = block;
  const title = `Add \`${word}\` to \`${path}\` in the document header`;
  const last = entry.items.at(-1);
  const flow = text[entry.valueStart] === '[';
  if (last === undefined)
    return flow ? { title, edits: [insert(entry.valueStart + 1, word, block)], preferred: true } : undefined;
  const end = text.slice(0, last.end).trimEnd().length;
  const dash = text.slice(lineStart(text, last.start), last.start);
  if (!flow && dash.trim() !== '-') return undefined;
  return { title, edits: [insert(end, flow ? `, ${word}` : lineBreakOf(text) + dash + word, block)], preferred: true };
}

function listCapability(target: Target): Fix | undefined {
  const { channel } = target.message.header;
  const onChannel = channel?.word?.start === target.problem.start;
  const word = onChannel ? channel?.word?.name : target.message.role;
  return word === undefined
    ? undefined
    : addTo(onChannel ? 'capabilities.channels' : 'capabilities.roles', word, target);
}

function agreeOnEffort({ block, problem, context }: Target): readonly (Fix | undefined)[] {
  const entry = context.header?.get('generation_settings.reasoning_effort');
  const header = context.blocks.at(0);
  if (entry === undefined || header === undefined) return [];
  const said = block.text.slice(problem.start, problem.end);
  const choices = keys.get(entry.path)?.values ?? [];
  const value = { start: entry.valueStart, end: entry.valueEnd };
  return [
    choices.includes(entry.source)
      ? {
          title: `Write \`${entry.source}\` in the body of the system message`,
          edits: [replace(problem, entry.source)],
          preferred: true,
          changesBody: true,
        }
      : undefined,
    choices.includes(said.toLowerCase())
      ? {
          title: `Write \`${said.toLowerCase()}\` in the document header`,
          edits: [replace(value, said.toLowerCase(), header)],
        }
      : undefined,
  ];
}

export const documentFixers: Fixers = {
  'document-header-missing': { says: 'insert the document header', fix: (target) => [insertHeader(target)] },
  'document-version': { says: `write version ${VERSION}`, fix: (target) => [writeVersion(target)] },
  'document-version-unsupported': {
    says: `write version ${VERSION}`,
    // Where messages of 0.1 follow, a header is none.
    fix: ({ problem, context }) => [
      context.header && { title: `Write \`version: ${VERSION}\``, edits: [replace(problem, VERSION)] },
    ],
  },
  'document-key-type': { says: 'write the value that is meant', fix: (target) => [retype(target)] },
  'document-key-duplicate': { says: 'remove the earlier key', fix: (target) => [dropEarlier(target)] },
  'document-key-unknown': { says: 'write the key that is meant', fix: (target) => [renameKey(target)] },
  'reasoning-mismatch': { says: 'make the two agree', fix: agreeOnEffort },
  'capability-undeclared': {
    says: 'add it to the list in the document header',
    fix: (target) => [listCapability(target)],
  },
  'builtin-undeclared': {
    says: 'add it to the list in the document header',
    fix(target) {
      const { tool } = target.message;
      const name = builtinNamespaces.find((namespace) => tool === namespace || tool?.startsWith(`${namespace}.`));
      return [name === undefined ? undefined : addTo('generation_settings.builtin_tools', name, target)];
    },
  },
};
