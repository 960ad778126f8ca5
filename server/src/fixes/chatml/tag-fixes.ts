/** Fixes of tags in ChatML: missing or misspelled tags, and the JSON of a call between tags. */
import { type OddTag, oddTags } from '../../model/calls/odd-tags.ts';
import { callsIn, standsForEnd } from '../../model/calls/tagged-calls.ts';
import { type TaggedPart, taggedParts } from '../../model/calls/tagged-parts.ts';
import { openTags } from '../../model/calls/xml-calls.ts';
import { parseValues } from '../../syntax/json/values.ts';
import { insert, type Proposal, type Proposals, remove, replace, type Target } from '../fix.ts';
import { repair } from '../support/repair-json.ts';

/** The fixes of a problem with a tag, or with the content between two tags. Undefined for other problems. */
export function tagFixes(target: Target): Proposals | undefined {
  const { block, problem, message } = target;
  const odd = oddTags(block, message.role);
  if (odd.some(({ start }) => start === problem.start)) return [respell(odd)];
  const parts = taggedParts(block, message.role);
  const at = parts.findIndex(({ start, end }) => start <= problem.start && problem.start < Math.max(end, start + 1));
  const part = parts[at];
  if (part === undefined) return undefined;
  if (part.open && standsForEnd(block.text, parts[at - 1], part))
    return [inBody('Change to `</tool_call>` in the body', [replace(part.open, '</tool_call>')])];
  if (part.open && part.close)
    return part.name === 'tool_call'
      ? [divide(target, part) ?? completeTag(target, part) ?? mend(target, part)]
      : undefined;
  return part.open ? close(target, part) : open(target, part);
}

/** Corrects all misspelled tags of a message together. If only one were corrected, its partner would be the next problem. */
function respell(odd: readonly OddTag[]): Proposal {
  const names = [...new Set(odd.map(({ meant }) => `\`${meant}\``))].join(' and ');
  return inBody(
    `Change to ${names} in the body`,
    odd.map((tag) => replace(tag, tag.meant)),
  );
}

const inBody = (title: string, edits: Proposal['edits'], preferred = true): Proposal => ({
  title,
  edits,
  preferred,
  changesBody: true,
});

function mend({ block }: Target, { inner }: TaggedPart): Proposal | undefined {
  const text = block.text.slice(inner.start, inner.end);
  const start = inner.start + text.length - text.trimStart().length;
  const repaired = repair(text.trim());
  return (
    repaired && inBody(repaired.title, [replace({ start, end: inner.start + text.trimEnd().length }, repaired.text)])
  );
}

/** Completes the tag `<function=NAME>`, or adds its end tag. */
function completeTag({ block, problem }: Target, { inner }: TaggedPart): Proposal | undefined {
  const text = block.text.slice(inner.start, inner.end);
  const tag = /^\s*<function=[^<>\s]+/.exec(text);
  if (tag === null) return undefined;
  const [head] = tag;
  const position = inner.start + head.length;
  if (text[head.length] !== '>') return inBody('Insert `>` in the body, after the name', [insert(position, '>')]);
  const open = openTags(text);
  // All incomplete tags are completed together. Otherwise, the next incomplete tag would be reported as a new problem.
  if (open.some(({ start }) => inner.start + start === problem.start))
    return inBody(
      'Insert `>` in the body, at the end of the tag',
      open.map(({ end }) => insert(inner.start + end, '>')),
    );
  if (text.includes('</function>')) return undefined;
  const lineBreak = /^>(\r\n|\r|\n)/.exec(text.slice(head.length))?.[1] ?? '';
  const end = inner.start + text.trimEnd().length;
  return inBody('Insert `</function>` in the body, at the end of the call', [insert(end, `${lineBreak}</function>`)]);
}

/** Gives the second call between two tags its own pair of tags. */
function divide({ block, problem }: Target, part: TaggedPart): Proposal | undefined {
  const { odd } = callsIn(block.text, part);
  if (odd?.kind !== 'several' || odd.start !== problem.start) return undefined;
  const before = block.text.slice(part.inner.start, odd.start);
  const gap = before.slice(before.trimEnd().length);
  const edit = replace({ start: odd.start - gap.length, end: odd.start }, `${gap}</tool_call>\n<tool_call>${gap}`);
  return inBody('Insert `</tool_call>` and `<tool_call>` in the body, before this call', [edit]);
}

/** Adds the end tag after a call that can be parsed, after a result, or at the end of a thought. */
function close({ block }: Target, part: TaggedPart): Proposals {
  const { name, inner } = part;
  const text = block.text.slice(inner.start, inner.end);
  const tag = `</${name}>`;
  const lineBreak = /^[^\S\r\n]*(\r\n|\r|\n)/.exec(text)?.[1] ?? '';
  const at = (length: number) => inner.start + text.slice(0, length).trimEnd().length;
  const insertTag = (title: string, position: number, preferred = true) =>
    inBody(`Insert \`${tag}\` in the body, ${title}`, [insert(position, lineBreak + tag)], preferred);
  if (name === 'think') {
    const call = /^[^\S\r\n]*<tool_call>/m.exec(text)?.index;
    if (call !== undefined) return [insertTag('before the call', at(call))];
    const ink = text.search(/\S/);
    const lineEnd = ink < 0 ? 0 : ink + (/^[^\r\n]*/.exec(text.slice(ink))?.[0].length ?? 0);
    const goesOn = text.slice(lineEnd).trim() !== '';
    return [
      insertTag('at its end', at(text.length)),
      goesOn ? insertTag('where the line ends', at(lineEnd), false) : undefined,
    ];
  }
  if (name !== 'tool_call') return [insertTag('after the result', at(text.length))];
  if (callsIn(block.text, part).error === undefined) return [insertTag('after the call', at(text.length))];
  const { values } = parseValues(text);
  const last = values[values.length - 1];
  return [last && insertTag('after the call', at(last.end))];
}

/** Adds the opening tag before a call or a result, or removes the end tag. */
function open({ block, message }: Target, { name, close: tag }: TaggedPart): Proposals {
  if (tag === undefined) return [];
  const { text, bodyStart } = block;
  const before = taggedParts(block, message.role).findLast(({ end }) => end <= tag.start && end < tag.end);
  const from = before?.end ?? bodyStart;
  const content = text.slice(from, tag.start);
  const start = name === 'tool_call' ? callStart(content) : content.length - content.trimStart().length;
  const lineBreak = /(\r\n|\r|\n)[^\S\r\n]*$/.exec(content)?.[1] ?? '';
  const at = start === undefined ? undefined : from + start;
  return [
    inBody(`Insert \`<${name}>\` in the body, before its content`, [insert(at, `<${name}>${lineBreak}`)]),
    inBody(`Remove \`</${name}>\` from the body`, [remove(tag)], false),
  ];
}

/** The start of the call with which a text ends: `<function=…>`, or JSON. Undefined unless the call begins a line. */
function callStart(text: string): number | undefined {
  const tag = text.lastIndexOf('<function=');
  if (tag >= 0 && /(?:^|[\r\n])[^\S\r\n]*$/.test(text.slice(Math.max(0, tag - 200), tag)))
    return text.trimEnd().endsWith('</function>') ? tag : undefined;
  const jsonText = /(?:^|[\r\n])[^\S\r\n]*(\{[^]*)$/.exec(text)?.[1];
  if (jsonText === undefined) return undefined;
  const { values, error, end } = parseValues(jsonText);
  return error === undefined && values.length > 0 && jsonText.slice(end).trim() === ''
    ? text.length - jsonText.length
    : undefined;
}
