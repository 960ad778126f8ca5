/**
 * Tool declarations in all formats, which are read into a common type and written from it. A part that a format cannot express
 * is a loss with a position, so that nothing is dropped silently.
 *
 * | format | read by | written by |
 * | --- | --- | --- |
 * | namespaces of Harmony and 2.2 (HARM-36) | `toolsIn`, `developerParts` | `toolsSection`, `developerBody` |
 * | `<tools>` (A-140), function lists of 0.1 (§8.1), JSON in the prose of Llama 3 | `toolsIn` | `toolTags`, `taggedTools`, `functionList` |
 * | JSON in the words of Llama 3.1's template | `llamaToolsIn` | `llamaPreamble` |
 * | `tools` of OpenAI's APIs and of Anthropic's | `toolsFrom` | `toolList` |
 * | response formats (HARM-37) | `formatsIn`, `formatOf` | `formatsSection`, `chatFormat` |
 */
export { taggedTools, withBoilerplate } from './boilerplate.ts';
export { developerBody, developerParts } from './developer.ts';
export { chatFormat, formatOf, formatsSection, type ResponseFormat } from './formats.ts';
export { toolFrom, toolsFrom } from './from-json.ts';
export { toolsIn } from './from-text.ts';
export { llamaPreamble, llamaToolsIn } from './llama-preamble.ts';
export { declaration, namespaceSection, toolsSection } from './namespaces.ts';
export { functionList, type JsonForm, toolList, toolTags } from './to-json.ts';
export type { Tool, ToolLoss } from './tool.ts';
