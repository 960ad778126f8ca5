/** Recognizes chat templates among `.jinja` files by their vocabulary, since web pages and configurations use Jinja, too. */

/** The length of the beginning of a text that is examined (UTF-16 units). */
const opening = 50_000;

const speaksOfMessages = /\{[{%](?:(?![}%]\})[^]){0,400}?\bmessages\b/;
/** Matches names and tags that occur only in chat templates. */
const contract =
  /\b(?:add_generation_prompt|bos_token|eos_token|raise_exception|tool_calls|loop_messages)\b|\{%-?\s*generation\b/;
const roles = /(?:\.\s*role\b|\[\s*(['"])role\1\s*\])/;
const contents = /(?:\.\s*content\b|\[\s*(['"])content\1\s*\])/;
/** Matches control tokens, which occur only in prompts. */
const tokens = /<\|\w{2,40}\|>|\[\/?INST\]|<(?:start|end)_of_turn>/;
/** Patterns for tags and statements in web pages and in templates for other programs. */
const markup = /<\/?(?:html|head|body|div|span|p|ul|ol|li|a|table|form|script|h[1-6])\b[^>|]{0,300}>/i;
const statements =
  /\{%-?\s*(?:extends|include|import|from|trans|url|load|csrf_token)\b|\b(?:url_for|get_flashed_messages|hostvars|ansible_\w+)\b/;

/** Whether the text of a `.jinja` file is a chat template; false in case of doubt. */
export function isChatTemplate(path: string, text: string): boolean {
  if (/(?:^|[\\/_.-])chat_template[^\\/]*$/i.test(path)) return true;
  const beginning = text.slice(0, opening);
  if (statements.test(beginning)) return false;
  // `messages` may be misspelled.
  if (!speaksOfMessages.test(beginning))
    return tokens.test(beginning) && roles.test(beginning) && contents.test(beginning);
  if (contract.test(beginning)) return true;
  return roles.test(beginning) && contents.test(beginning) && !markup.test(beginning);
}
