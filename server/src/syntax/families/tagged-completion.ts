/**
 * Recognizes completions in ChatML: the output of a server that continues a prompt with `<|im_start|>assistant` at its end. They
 * are recognized only by text that no one but the assistant writes, since a text without an opener may also be a system message.
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
/** Matches a text whose first line begins with a role: it is a message whose opener is lost. */
const beginsWithRole = new RegExp(`^[\\s\\uFEFF]*(?:${roleNames})\\b[^\\n<]*(?:\\n|$)`);
/** Matches marks that begin or end messages in formats of other models. */
const markOfOthers = /<\|([^|\s<>]{1,60})\|>|<\uff5c|\[\/?INST\]|<(?:start|end)_of_turn>|^[\s\uFEFF]*<(?:s|bos)>/g;
const ownNames = new Set(chatmlTokens.map(({ name }) => name));
/** Whether a text contains marks that frame messages in other formats. Their roles are unknown, so no part is certainly an answer. */
const isOfOthers = (text: string): boolean =>
  Array.from(text.matchAll(markOfOthers)).some(([, name]) => name === undefined || !ownNames.has(name));
const bareCall = /^[\s\uFEFF]*<function=/;
const callBegins = /<tool_call>\s*[{['<]|<function=/;

/**
 * Whether a text without an opener at the beginning of the document is a completion. The text extends to the first opener; `whole`: there
 * is none.
 */
export function isTaggedCompletion(text: string, whole: boolean): boolean {
  const end = text.indexOf(IM_END.text);
  if (end < 0 && !whole) return false;
  if (beginsWithTag.test(text) || (end >= 0 && beginsWithToken.test(text))) return true;
  // Before other messages, or with text after its end, this may be a message of any role.
  if (!whole || (end >= 0 && text.slice(end + IM_END.text.length).trim() !== '')) return false;
  if (beginsWithRole.test(text) || others.some((tag) => text.includes(tag)) || isOfOthers(text)) return false;
  const call = text.search(callBegins);
  if (text.includes('</think>') || (call >= 0 && text.includes('</tool_call>', call))) return true;
  // A call without its opening tag `<tool_call>`.
  return bareCall.test(text) ? text.includes('</function>') : text.trimEnd().endsWith('</tool_call>');
}
