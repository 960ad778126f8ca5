/** Why servers refuse a request, and what to do: one row per kind of error. No output is at fault. */
import type { Cause } from './causes.ts';

const template = 'The chat template of the model fails on the messages that were sent; the output is not at fault.';
const tried = '`ocml check --template FILE` says what a template refuses.';

export const requestCauses: Readonly<Record<string, Cause>> = {
  history: {
    what: 'The output is not at fault: the messages that were sent cannot be rendered. A call of an earlier turn has arguments that are not JSON.',
    todo: 'Repair the history before you send it again, or leave out the broken turn: otherwise every request fails in the same way. `ocml check` finds it in a file with the messages.',
    pages: ['E-CALL-SCHEMA'],
  },
  'history-tokens': {
    what: 'The output is not at fault: the messages that were sent cannot be rendered. The content of one contains tokens, left over from an output that was not parsed.',
    todo: 'Repair the history before you send it again, or leave out the broken turn: otherwise every request fails in the same way. `ocml check` finds it in a file with the messages.',
    pages: ['template-special-in-content'],
  },
  'roles-alternate': {
    what: `${template} It wants messages of \`user\` and \`assistant\` to alternate, the first one of \`user\`.`,
    meant:
      'Usually one message in two parts, a system message that the template does not know, or the replies of tools.',
    todo: `Join messages of the same role that follow one another, and let the first be the user's. If the model has no system role, put that text before the user's. For tools, choose a model whose template has them. ${tried}`,
    pages: ['template-alternation', 'template-refuses-system'],
  },
  'role-refused': {
    what: `${template} It has no place for messages of this role, such as \`system\` or \`tool\`.`,
    todo: `Put the system prompt before the first message of the user. For tools, choose a model whose template has them. ${tried}`,
    pages: ['template-refuses-system', 'template-role-unknown'],
  },
  'arguments-text': {
    what: `${template} It goes through the arguments of an earlier call as an object, and they are a string of JSON, as in chat APIs. The template of Qwen3-Coder does so.`,
    meant: 'Arguments that are an object in the template.',
    todo: `Update the server, which has to decode \`arguments\` before it renders them, or decode them yourself. ${tried}`,
    pages: ['template-refuses-arguments'],
  },
  'question-missing': {
    what: `${template} It looks for the last question of the user, and finds none: only a system message, or the replies of tools. The template of Qwen3.5 does so.`,
    todo: `Send at least one user message, and keep it when you shorten the history. ${tried}`,
    pages: ['template-rejects'],
  },
  'tools-without-user': {
    what: `${template} It writes the tools into the first message of the user, and there is none. The template of Llama 3.1 does so.`,
    todo: `Send a message of the user after the system message, or no tools. ${tried}`,
    pages: ['template-rejects'],
  },
  'tool-choice-off': {
    what: 'The server was started without a parser for tool calls, so it refuses requests that have `tools` and the default `tool_choice`, `auto`. The request did not reach the model.',
    todo: 'Start vLLM with `--enable-auto-tool-choice` and `--tool-call-parser NAME`, with the parser for the model: `hermes` for Qwen 2.5 and Qwen3, `qwen3_coder`, `llama3_json`, `mistral`, `openai` for gpt-oss. If you cannot, leave `tools` out, or send `"tool_choice": "none"`.',
    pages: [],
  },
  'replies-missing': {
    what: 'The messages that were sent are at fault: an assistant message has tool calls, and the next messages do not answer each of them. The model was not asked.',
    meant:
      'A reply for each call, directly after it: often a tool failed, or the history was shortened between the two.',
    todo: 'Add a reply for each id that the error lists, with the error of the tool as its content if it failed; or remove the call together with its replies. `ocml check` finds these calls in a file with the messages.',
    pages: ['call-unanswered'],
  },
  'call-missing': {
    what: 'The messages that were sent are at fault: a reply of a tool has no call before it that it answers. The model was not asked.',
    meant:
      'The assistant message with the call, directly before the reply: often the history was shortened between the two.',
    todo: 'Keep an assistant message with calls and its replies together when you shorten the history, and send `tool_calls` back as they came, with their ids. `ocml check` finds these replies in a file with the messages.',
    pages: ['call-id-unmatched'],
  },
  'context-length': {
    what: 'The messages, the tools and the room for the answer together are longer than the context of the model. Nothing was generated.',
    todo: 'Send fewer or shorter messages, or a smaller `max_tokens`: remove old turns, long replies of tools, or tools that are not needed. `ocml truncate --max-tokens N` does so for a file with the messages. If you run the server, it may be started with a larger context (`--max-model-len` of vLLM, `--ctx-size` of llama.cpp), up to what the model supports.',
    pages: [],
  },
  'answer-length': {
    what: 'The request asks for a longer answer than the model gives. Nothing was generated.',
    todo: 'Send a smaller `max_tokens`: the error says how many the model allows.',
    pages: [],
  },
  'tools-unsupported': {
    what: 'The request has `tools`, and the chat template that Ollama has for this model does not write them. The model was not asked.',
    meant:
      'A model that can call tools, of which the copy in Ollama has a template without them: often one that was made from a GGUF file.',
    todo: 'Choose a model that Ollama lists with `tools`; `ollama show MODEL` says what a model can do. If the model knows tools, pull it from the library of Ollama, or give its `Modelfile` a `TEMPLATE` that writes `.Tools`. Otherwise, leave `tools` out.',
    pages: [],
  },
  'schema-invalid': {
    what: 'The API refuses the declaration of a tool in the request. The model was not asked.',
    todo: 'Correct the `parameters` of the function that the error names: a JSON Schema whose `type` is `object`; in `strict` mode, all properties are in `required`, and `additionalProperties` is `false`.',
    pages: [],
  },
  'vocabulary-missing': {
    what: 'The library openai/harmony could not load the vocabulary of gpt-oss (`o200k_base.tiktoken`), which it downloads when it is first needed. No output was read: the server has no access to the network, or does not trust the certificate of a proxy.',
    todo: 'Download `o200k_base.tiktoken` where there is a network, put it into a folder, and set `TIKTOKEN_ENCODINGS_BASE` to that folder for the server. A client can do nothing about it.',
    pages: [],
  },
};
