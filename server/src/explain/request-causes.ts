/** The reasons why servers refuse a request, with remedies: one row per kind of error. The fault is not in an output. */
import type { Cause } from './causes.ts';

const template = "The model's chat template rejects the messages that were sent; the output is not at fault.";
const tried = '`ocml check --template FILE` reports what a template rejects.';

export const requestCauses: Readonly<Record<string, Cause>> = {
  history: {
    what: 'The output is not at fault: the messages that were sent cannot be rendered. A call in an earlier turn has arguments that are not JSON.',
    todo: 'Repair the history before you send it again, or omit the broken turn: otherwise every request fails in the same way. `ocml check` finds it in a file with the messages.',
    pages: ['E-CALL-SCHEMA'],
  },
  'history-tokens': {
    what: 'The output is not at fault: the messages that were sent cannot be rendered. The content of a message contains tokens, left over from an output that was not parsed.',
    todo: 'Repair the history before you send it again, or omit the broken turn: otherwise every request fails in the same way. `ocml check` finds it in a file with the messages.',
    pages: ['template-special-in-content'],
  },
  'roles-alternate': {
    what: `${template} The template requires \`user\` and \`assistant\` messages to alternate, beginning with \`user\`.`,
    meant: 'Usually one message in two parts, a system message that the template does not know, or tool replies.',
    todo: `Join consecutive messages with the same role, and begin with a user message. If the model has no system role, put the system prompt before the user's text. For tools, choose a model whose template supports them. ${tried}`,
    pages: ['template-alternation', 'template-refuses-system'],
  },
  'role-refused': {
    what: `${template} The template does not support messages with this role, such as \`system\` or \`tool\`.`,
    todo: `Put the system prompt before the first user message. For tools, choose a model whose template supports them. ${tried}`,
    pages: ['template-refuses-system', 'template-role-unknown'],
  },
  'arguments-text': {
    what: `${template} The template iterates over the arguments of an earlier call as an object, but they are a JSON string, as in chat APIs. The Qwen3-Coder template does this.`,
    meant: 'Arguments that are an object when they reach the template.',
    todo: `Update the server, which has to decode \`arguments\` before it renders them, or decode them yourself. ${tried}`,
    pages: ['template-refuses-arguments'],
  },
  'question-missing': {
    what: `${template} The template looks for the user's last question, and finds none: only a system message or tool replies. The Qwen3.5 template does this.`,
    todo: `Send at least one user message, and keep it when you shorten the history. ${tried}`,
    pages: ['template-rejects'],
  },
  'tools-without-user': {
    what: `${template} The template writes the tools into the first user message, but there is none. The Llama 3.1 template does this.`,
    todo: `Send a user message after the system message, or send no tools. ${tried}`,
    pages: ['template-rejects'],
  },
  'tool-choice-off': {
    what: 'The server was started without a parser for tool calls, so it rejects requests that have `tools` and the default `tool_choice`, `auto`. The request did not reach the model.',
    todo: 'Start vLLM with `--enable-auto-tool-choice` and `--tool-call-parser NAME`, with the parser for the model: `hermes` for Qwen 2.5 and Qwen3, `qwen3_coder`, `llama3_json`, `mistral`, `openai` for gpt-oss. If you cannot, omit `tools`, or send `"tool_choice": "none"`.',
    pages: [],
  },
  'replies-missing': {
    what: 'The messages that were sent are at fault: an assistant message has tool calls, and the next messages do not answer each of them. The model was not asked.',
    meant:
      'A reply for each call, directly after it: often a tool failed, or the history was shortened between the two.',
    todo: "Add a reply for each id that the error lists, with the tool's error as its content if the tool failed; or remove the call together with its replies. `ocml check` finds these calls in a file with the messages.",
    pages: ['call-unanswered'],
  },
  'call-missing': {
    what: 'The messages that were sent are at fault: a tool reply does not belong to any call before it. The model was not asked.',
    meant:
      'The assistant message with the call, directly before the reply: often the history was shortened between the two.',
    todo: 'Keep an assistant message with calls and its replies together when you shorten the history, and send `tool_calls` back unchanged, with their ids. `ocml check` finds these replies in a file with the messages.',
    pages: ['call-id-unmatched'],
  },
  'context-length': {
    what: "The messages, the tools and the space for the answer together are longer than the model's context. Nothing was generated.",
    todo: 'Send fewer or shorter messages, or a smaller `max_tokens`: remove old turns, long tool replies, or tools that are not needed. `ocml truncate --max-tokens N` does so for a file with the messages. If you run the server, start it with a larger context (`--max-model-len` of vLLM, `--ctx-size` of llama.cpp), up to what the model supports.',
    pages: [],
  },
  'answer-length': {
    what: 'The request asks for a longer answer than the model allows. Nothing was generated.',
    todo: 'Send a smaller `max_tokens`: the error gives the maximum that the model allows.',
    pages: [],
  },
  'tools-unsupported': {
    what: 'The request has `tools`, and the chat template that Ollama has for this model does not write them. The model was not asked.',
    meant:
      'A model that can call tools, but whose copy in Ollama has a template without tools: often a model that was created from a GGUF file.',
    todo: 'Choose a model that Ollama lists with `tools`; `ollama show MODEL` lists what a model can do. If the model can call tools, pull it from the Ollama library, or give its `Modelfile` a `TEMPLATE` that writes `.Tools`. Otherwise, omit `tools`.',
    pages: [],
  },
  'schema-invalid': {
    what: 'The API rejects the declaration of a tool in the request. The model was not asked.',
    todo: 'Correct the `parameters` of the function that the error names: a JSON Schema whose `type` is `object`; in `strict` mode, all properties are in `required`, and `additionalProperties` is `false`.',
    pages: [],
  },
  'vocabulary-missing': {
    what: "The openai/harmony library could not load the gpt-oss vocabulary (`o200k_base.tiktoken`), which it downloads when it is first needed. No output was read: the server has no access to the network, or does not trust a proxy's certificate.",
    todo: 'Download `o200k_base.tiktoken` on a machine with network access, put it into a folder, and set `TIKTOKEN_ENCODINGS_BASE` to that folder for the server. A client cannot fix this.',
    pages: [],
  },
};
