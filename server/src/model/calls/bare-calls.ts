/**
 * Recognizes calls that are the whole body of a message, even if they are broken: `{"name": "f", {…}}`, `{'name': 'f', …`,
 * `[f(q="…"), g()]`. Since no token marks them as calls, several signs are required, one of which may be missing.
 */

import { llamaCallMembers } from '../../grammar/index.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { isObject } from '../../syntax/is-object.ts';
import { parseValues } from '../../syntax/json/values.ts';
import { closest } from '../../syntax/tokens/closest.ts';

const tools: readonly string[] = llamaCallMembers.tool;
const argumentNames: readonly string[] = llamaCallMembers.arguments;

/** The distance from the start of a text within which the first call of a list must be found (UTF-16 units). */
const farthest = 200;
const name = '[\\p{L}_][\\p{L}\\p{N}_.-]*';
const firstKey = /^[\s([]*\{\s*["'“”`]?([\p{L}_]{3,12})["'“”`]?\s*[:=,]/u;
const keyBegun = /^[\s([]*\{\s*["'“”`]?[\p{L}_]{0,12}["'“”`]?\s*$/u;
/** Matches a Markdown link, unless its target looks like an argument. */
const link = /^\[[^\]\n]*\]\((?!\s*\w*\s*=)/;
const linkBegun = /^\[[^\]\n]*\]\(\s*(?:\w+\s*)?$/;
const functionTag = /^[<＜|]([^=>]{5,14})=/;
const functionTagBegun = /^[<＜|][^=>]{0,14}$/;
/**
 * Matches the tag of `functionTag` if its bracket is missing, or if another character replaces its equals sign. Such a tag is recognized
 * only if arguments follow.
 */
const looseTag = /^(?:[<＜|]function[^>]{1,64}|[^\p{L}\s]?([^=>\s]{5,14})=[\p{L}\p{N}_.-]{1,64})>\s*\{/u;
const looseTagBegun =
  /^(?:[<＜|]function[^>]{0,64}(?:>\s*)?|[^\p{L}\s]?([^=>\s]{0,14})(?:=[\p{L}\p{N}_.-]{0,64}(?:>\s*)?)?)$/u;
const comprehension = /\sfor\s+[\p{L}_][^\n]*\sin\s/u;
const namePattern = new RegExp(`^[^\\p{L}\\p{N}_\\s]{0,3}${name}\\(`, 'u');
const argumentPattern = /[\p{L}\p{N}_(]\s*=(?!=)\s*["'“”\p{L}\p{N}[{(_-]/u;
const string = /["'“”]/;
const tail = /\)\s*\][^\p{L}\p{N}\s]?$|\)\][^\s]?$/u;
const opensList = /^\[+\p{L}[\p{L}\p{N}_.-]*\(\s*(?:[\p{L}_][\p{L}\p{N}_]*\s*=(?!=)|\)\s*(?:,|\]\s*$))/u;
/** Matches brackets that do not begin a call, such as those of a list of values or a footnote. */
const otherBrackets = /^\[[^\]("'=]*\](?=[\s:,;!?])/;
const firstArgument = new RegExp(
  `^[^\\p{L}\\p{N}_\\s]{0,3}${name}(\\(\\s*(?:[\\p{L}_][\\p{L}\\p{N}_]*\\s*)?(?:=(?!=)|$))`,
  'u',
);

/** Returns the start of the call in a body that is, or may become, a call; -1 for any other body. `done`: whether the body is complete. */
export function bareCall(body: string, done: boolean): number {
  const start = body.search(/\S/);
  if (start < 0) return -1;
  const text = body.slice(start);
  if (isBrokenObject(text, done) || isTag(text, done) || isList(text, done)) return start;
  // The opening bracket of the list may be missing.
  const [whole = '', rest = ''] = done ? [] : (firstArgument.exec(text) ?? []);
  return whole === '' ? -1 : start + whole.length - rest.length;
}

/** Whether text is a broken object whose first key is the key for the name of a tool. The key for the arguments may be missing. */
function isBrokenObject(text: string, done: boolean): boolean {
  const [, key = ''] = firstKey.exec(text) ?? [];
  if (key === '') return !done && keyBegun.test(text);
  if (closest(key, tools) === undefined) return false;
  return !done || !isJson(text);
}

/** Whether a text begins with `<function=name>`, possibly misspelled. If the body is incomplete, the beginning of such a tag is enough. */
function isTag(text: string, done: boolean): boolean {
  const [, word = ''] = functionTag.exec(text) ?? [];
  if (word !== '' && isNearlyFunction(word)) return true;
  if (word === '' && !done && functionTagBegun.test(text)) return true;
  const loose = looseTag.exec(text);
  if (loose) return loose[1] === undefined || isNearlyFunction(loose[1]);
  const begun = done ? null : looseTagBegun.exec(text);
  return begun !== null && (begun[1] === undefined || mayBecomeFunction(begun[1]));
}

const isNearlyFunction = (word: string) => closest(word.replace(/[^\p{L}]/gu, ''), [functionWord]) !== undefined;

/** Whether an incomplete word may become a misspelled `function`. One or two letters are too few to tell, and reveal nothing to users. */
const mayBecomeFunction = (word: string) => word.length > 2 && functionWord.includes(word.slice(1, 4).toLowerCase());

const functionWord = 'function';

/** Whether a text is a list of calls in Python syntax. */
function isList(text: string, done: boolean): boolean {
  const near = text.slice(0, farthest);
  if (link.test(near) && (done || !linkBegun.test(near))) return false;
  if (opensList.test(near)) return true;
  const isBracketed = text.startsWith('[');
  const [hasName, hasArgument] = [namePattern.test(near), argumentPattern.test(near)];
  if (!done) return isBracketed && mayBeList(near, text.length < farthest);
  if (!/[(=]/.test(near)) return false;
  const signs = [isBracketed, hasName, hasArgument, tail.test(text.slice(-farthest).trimEnd())].filter(Boolean).length;
  if (signs < 3 || isJson(text)) return false;
  return hasArgument || (string.test(near) && !comprehension.test(near));
}

/** Whether text that begins with a bracket may still become a list of calls. */
function mayBeList(near: string, isShort: boolean): boolean {
  return !otherBrackets.test(near) && (isShort || /[(=]/.test(near));
}

function isJson(text: string): boolean {
  const { values, error, end } = parseValues(text);
  return error === undefined && values.length > 0 && text.slice(end).trim() === '';
}

/** Whether a text consists of calls in JSON: an object or a list of objects, each with the name of a tool and arguments. */
export function isJsonCall(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  const { values, error } = parseValues(text);
  const all = values.flatMap(({ value }) => (Array.isArray(value) ? value : [value]) as unknown[]);
  return error === undefined && all.length > 0 && all.every(isCallObject);
}

function isCallObject(value: unknown): boolean {
  if (!isObject(value)) return false;
  const has = (keys: readonly string[]) => keys.find((key) => Object.hasOwn(value, key));
  const [tool, args] = [has(tools), has(argumentNames)];
  if (tool === undefined || args === undefined) return false;
  // An object with a schema instead of arguments is the declaration of a tool.
  const inner = getOwn(value, args);
  return !(isObject(inner) && isObject(inner['properties']));
}
