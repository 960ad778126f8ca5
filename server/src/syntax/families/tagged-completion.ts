/**
 * Completions in ChatML: the output of a server begins after `<|im_start|>assistant` in the prompt. They are recognized only by
 * text that only the assistant writes there, since a text without an opener may also be a system message.
 */
import { chatmlRoles, chatmlTokens, modelRole, tags } from '../../grammar/index.ts';
import { IM_END } from '../tokens/tokens.ts';

const words = (all: readonly string[]) => all.join('|');
const tagNames = words(tags.flatMap(({ name, roles }) => (roles.includes(modelRole) ? name : [])));
const others = tags.flatMap(({ name, roles }) => (roles.includes(modelRole) ? [] : `<${name}>`));
const roleNames = words(chatmlRoles.map(({ name }) => name));
const ownTokens = words(
  chatmlTokens.flatMap(({ kind, of, text }) =>
    of === modelRole && (kind === 'thought' || kind === 'function') ? text.replaceAll('|', '\\|') : [],
  ),
);

const beginsWithTag = new RegExp(`^[\\s\\uFEFF]*<(?:${tagNames})>\\s*\\S`);
const beginsWithToken = new RegExp(`^[\\s\\uFEFF]*(?:${ownTokens})\\s*\\S`);
/** The role of a message whose opener is lost is on its first line. */
const beginsWithRole = new RegExp(`^[\\s\\uFEFF]*(?:${roleNames})\\b[^\\n<]*(?:\\n|$)`);
/** Marks that begin or end messages in the texts of other models. */
const markOfOthers = /<\|([^|\s<>]{1,60})\|>|<\uff5c|\[\/?INST\]|<(?:start|end)_of_turn>|^[\s\uFEFF]*<(?:s|bos)>/g;
const own = new Set(chatmlTokens.map(({ name }) => name));
/** Whether a text contains marks that frame messages elsewhere: their roles are unknown, so no part is certainly an answer. */
const isOfOthers = (text: string): boolean =>
  Array.from(text.matchAll(markOfOthers)).some(([, name]) => name === undefined || !own.has(name));
const bareCall = /^[\s\uFEFF]*<function=/;
const callBegins = /<tool_call>\s*[{['<]|<function=/;

/**
 * Whether a text at the beginning of the document, without an opener and up to the first one, is a completion. `whole`: no opener follows.
 */
export function isTaggedCompletion(text: string, whole: boolean): boolean {
  const end = text.indexOf(IM_END.text);
  if (end < 0 && !whole) return false;
  if (beginsWithTag.test(text) || (end >= 0 && beginsWithToken.test(text))) return true;
  // Between other messages, or with other text before it, the rest of a message may have any role.
  if (!whole || (end >= 0 && text.slice(end + IM_END.text.length).trim() !== '')) return false;
  if (beginsWithRole.test(text) || others.some((tag) => text.includes(tag)) || isOfOthers(text)) return false;
  const call = text.search(callBegins);
  if (text.includes('</think>') || (call >= 0 && text.includes('</tool_call>', call))) return true;
  // A call whose opening tag `<tool_call>` is lost.
  return bareCall.test(text) ? text.includes('</function>') : text.trimEnd().endsWith('</tool_call>');
}
