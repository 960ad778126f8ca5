/**
 * Edits that may fix an output, by the kind of the parser's stop. The fixes of this project do not include these edits, which only
 * a server's parser requires.
 */
import { getOwn } from '../syntax/get-own.ts';
import { jsonFault } from './json/strict-json-fault.ts';
import type { Stop } from './parsers/parser.ts';

export interface Mend {
  readonly title: string;
  readonly text: string;
}

type Mender = (text: string, stop: Stop) => Mend | undefined;

const splice = (text: string, start: number, end: number, by: string) => text.slice(0, start) + by + text.slice(end);

/** Removes surplus brackets after the JSON, or corrects a closing bracket of the wrong kind. */
const brackets: Mender = (text, { json }) => {
  if (json === undefined) return undefined;
  const source = text.slice(json.start, json.end);
  const fault = jsonFault(source);
  if (fault === undefined) return undefined;
  const at = json.start + fault.at;
  const rest = source.slice(fault.at);
  if (fault.expecting === 'end' && /^[\]}\s]{1,20}$/.test(rest))
    return { title: `Remove \`${rest.trim()}\` after the JSON`, text: splice(text, at, json.end, '') };
  const right = fault.expecting === 'comma in object' ? '}' : fault.expecting === 'comma in array' ? ']' : undefined;
  if (right === undefined || !/^[\]}]/.test(rest)) return undefined;
  return { title: `Replace \`${rest[0]}\` with \`${right}\``, text: splice(text, at, at + 1, right) };
};

/** Gives each of several objects in one pair of tags its own tags. */
const several: Mender = (text, { json }) => {
  if (json === undefined) return undefined;
  const fault = jsonFault(text.slice(json.start, json.end));
  if (fault?.expecting !== 'end' || text[json.start + fault.at] !== '{') return undefined;
  const at = json.start + fault.at;
  return { title: 'Wrap each call in its own tags', text: splice(text, at, at, '</tool_call>\n<tool_call>\n') };
};

/** Inserts the end tag that a call before another call lacks. */
const unended: Mender = (text, { json }) => {
  if (json === undefined) return undefined;
  const fault = jsonFault(text.slice(json.start, json.end));
  const at = json.start + (fault?.at ?? 0);
  return fault?.expecting === 'end' && text.startsWith('<tool_call>', at)
    ? { title: 'Insert `</tool_call>` before the next call', text: splice(text, at, at, '</tool_call>\n') }
    : undefined;
};

/** Completes an end tag that is cut off at the end of the output. */
const cutTag: Mender = (text, { json }) => {
  if (json === undefined || json.end < text.length) return undefined;
  const source = text.slice(json.start, json.end).trimEnd();
  const at = source.lastIndexOf('</');
  return at >= 0 && '</tool_call>'.startsWith(source.slice(at))
    ? {
        title: 'Complete the tag `</tool_call>`',
        text: splice(text, json.start + at, json.start + source.length, '</tool_call>'),
      }
    : undefined;
};

/** Closes a tag that lacks its `>`. */
const openTag: Mender = (text, { start, from }) => {
  const at = text.slice(start).search(/[\s>]/);
  const name = at < 0 ? text.length : start + at;
  return start < from || text[name] === '>'
    ? undefined
    : { title: 'Close the tag with `>`', text: splice(text, name, name, '>') };
};

const missingTag: Mender = (text, { start }) =>
  text.startsWith('<function=', start) || text.startsWith('{', start)
    ? { title: 'Insert `<tool_call>`', text: splice(text, start, start, '<tool_call>\n') }
    : undefined;

/** The beginnings of text between two messages, and their replacements, in which `$1` stands for the part to keep. */
const openers: readonly [what: RegExp, title: string, by: string][] = [
  [/^\s+(?=<\|start\|>)/, 'Remove the white space between the messages', ''],
  [/^\s+$/, 'Remove the white space at the end', ''],
  [/^<\|(?:end|return|call)\|>/, 'Remove the second terminator', ''],
  [/^\s*(?=<\|(?:channel|message)\|>|to=\S)/, 'Insert `<|start|>assistant`', '<|start|>assistant'],
  [
    /^\s*(?:analysis|commentary|final)(?=<\|channel\|>)/,
    'Replace the text before `<|channel|>` with `<|start|>assistant`',
    '<|start|>assistant',
  ],
  [
    /^\s*assistant(analysis|commentary|final)(?=<\||\s)/,
    'Insert `<|start|>` before `assistant`, and `<|channel|>` after it',
    '<|start|>assistant<|channel|>$1',
  ],
  [/^\s*(?=(?:assistant|user|system|developer|tool)(?:<\||\s))/, 'Insert `<|start|>`', '<|start|>'],
];

const opener: Mender = (text, { start }) => {
  const rest = text.slice(start, start + 200);
  for (const [what, title, by] of openers) {
    const match = what.exec(rest);
    if (match === null) continue;
    const space = by === '<|start|>assistant' && rest.trimStart().startsWith('to=') ? ' ' : '';
    const replacement = by.replace('$1', match[1] ?? '') + space;
    return { title, text: splice(text, start, start + match[0].length, replacement) };
  }
  return undefined;
};

/** Removes the end of a message if text and another end follow, since the first end is then inside the message. */
const endedEarly: Mender = (text, { start }) => {
  const isContinued = /^\s*[^\s<][^<]*<\|(?:end|return|call)\|>/.test(text.slice(start, start + MAX_CALL_LENGTH));
  const end = isContinued
    ? /<\|(?:end|return|call)\|>$/.exec(text.slice(Math.max(0, start - 10), start))?.[0]
    : undefined;
  if (end === undefined) return undefined;
  return { title: `Remove \`${end}\` inside the message`, text: splice(text, start - end.length, start, '') };
};

const START = '<|start|>';
/** Removes an incomplete header at the end of the output, if complete messages precede it. */
const brokenOff: Mender = (text, { from }) =>
  from > 0 &&
  /^<\|start\|>(?:assistant)?(?:\s?to=[\w.-]{0,80})?(?:<\|channel\|>?\w{0,20})?(?:\s?to=[\w.-]{0,80})?\s?(?:<\|constrain\|>)?(?:json)?$/.test(
    text.slice(from, from + 300),
  )
    ? { title: 'Remove the incomplete header at the end', text: text.slice(0, from) }
    : undefined;

/** Removes a duplicate `<|start|>`. */
const twice: Mender = (text, { from }) =>
  text.startsWith(START + START, from)
    ? { title: 'Remove the second `<|start|>`', text: splice(text, from, from + START.length, '') }
    : undefined;

/** Removes a channel that the model wrote before the header of a call, as if the model spoke to itself. */
const strayChannel: Mender = (text, { from, start }) => {
  const match = /<\|channel\|>commentary to=assistant(?=<\|channel\|>)/.exec(text.slice(from, start));
  if (match === null) return undefined;
  const at = from + match.index;
  return { title: `Remove \`${match[0]}\``, text: splice(text, at, at + match[0].length, '') };
};

/** Turns a role that names a tool into the recipient, if `<|call|>` after a JSON object shows that the message is a call. */
const toolForRole: Mender = (text, { from, start }) => {
  const match = calledByRole.exec(text.slice(from, from + MAX_CALL_LENGTH));
  if (match === null || from + match[0].indexOf('<|message|>') !== start) return undefined;
  const [, tool, channel = '<|channel|>commentary'] = match as unknown as [string, string, string | undefined];
  const [at, end] = [from + START.length, from + START.length + tool.length + (match[2]?.length ?? 0)];
  return {
    title: `Write \`assistant\` as the role, and \`to=${tool}\` as the recipient`,
    text: splice(text, at, end, `assistant${channel} to=${tool}`),
  };
};
const calledByRole =
  /^<\|start\|>(functions\.[\w-]+)(<\|channel\|>(?:commentary|analysis))?(?:\s*<\|constrain\|>json)?<\|message\|>\s*\{(?:(?!<\|)[^])*<\|call\|>/;
/** The length of the text in which the end of a call is searched for (UTF-16 units). */
const MAX_CALL_LENGTH = 100_000;

/** Whether a parser mistakes the tool of a call for a role. */
export const isToolForRole = (text: string, stop: Stop): boolean => toolForRole(text, stop) !== undefined;

/** Turns the first of two channels in a header into the recipient if it is the name of a tool. */
const toolForChannel: Mender = (text, { from, start }) => {
  const header = text.slice(from, start);
  const match = /<\|channel\|>([\w.-]{1,80})(?=<\|channel\|>(?:commentary|analysis)\b)/.exec(header);
  if (match === null || /^(?:analysis|commentary|final)$/.test(match[1] as string) || header.includes(' to='))
    return undefined;
  const tool = match[1]?.includes('.') ? match[1] : `functions.${match[1]}`;
  const at = from + match.index;
  return {
    title: `Replace \`${match[0]}\` with \` to=${tool}\``,
    text: splice(text, at, at + match[0].length, ` to=${tool}`),
  };
};

/** Removes the first of two channels in a header if the second one is the answer channel, since the model then begins its answer. */
const answerSecond: Mender = (text, { from, start }) => {
  const match = /<\|channel\|>(?:analysis|commentary)(?=<\|channel\|>final\b)/.exec(text.slice(from, start));
  if (match === null) return undefined;
  const at = from + match.index;
  return { title: `Remove \`${match[0]}\``, text: splice(text, at, at + match[0].length, '') };
};

/**
 * Replaces a space that the model probably wrote in a tool name: one more word, which is not a type, precedes the next token. If
 * the name already joins words with `_`, the extra word is a different fault.
 */
const spaceInName: Mender = (text, { from, start }) => {
  const match =
    / to=functions\.[A-Za-z\d.-]+( +)(?!to=|json\b|code\b|text\b|markdown\b)[A-Za-z][\w.-]*(?= *<\|(?:constrain|channel)\|>)/.exec(
      text.slice(from, start),
    );
  if (match === null) return undefined;
  const space = match[1] as string;
  const at = from + match.index + match[0].lastIndexOf(space);
  return {
    title: 'Replace the space in the tool name with `_`',
    text: splice(text, at, at + space.length, '_'),
  };
};

/** Removes the first of two types in a header if it is not a known type. */
const typeTwice: Mender = (text, { from, start }) => {
  const match = /<\|constrain\|>(?!(?:json|text|markdown|code)\b)[\w-]{0,80}\s?(?=<\|constrain\|>)/.exec(
    text.slice(from, start),
  );
  if (match === null) return undefined;
  const at = from + match.index;
  return { title: `Remove \`${match[0].trim()}\``, text: splice(text, at, at + match[0].length, '') };
};

/** Removes a type after the answer channel, for a parser that reads headers literally. */
const typedAnswer: Mender = (text, { start }) => {
  const match = /^final(\s?(?:<\|constrain\|>)?json\s?)<\|message\|>/.exec(text.slice(start, start + 50));
  if (match === null) return undefined;
  const type = match[1] as string;
  const at = start + 'final'.length;
  return {
    title: `Remove \`${type.trim()}\` from the header of the answer`,
    text: splice(text, at, at + type.length, ''),
  };
};

const menders: Readonly<Record<string, readonly Mender[]>> = {
  'start-expected': [opener, endedEarly],
  'header-open': [brokenOff],
  'header-unexpected': [typedAnswer],
  'role-unknown': [twice, answerSecond, toolForChannel, toolForRole],
  'words-left': [strayChannel, toolForChannel, spaceInName, typeTwice],
  arguments: [brackets],
  'call-json': [brackets, cutTag, several, unended],
  'tag-open': [openTag],
  'tag-missing': [missingTag],
};

/** Returns edits that might fix the fault at which a parser gives up. */
export function mendsFor(text: string, stop: Stop): Mend[] {
  return (getOwn(menders, stop.kind) ?? []).flatMap((mend) => mend(text, stop) ?? []);
}
