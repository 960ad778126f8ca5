/** The reasons why servers refuse a request, with remedies: one entry per kind of error. Here, no output is at fault. */
import type { Cause } from './causes.ts';

const template = "The model's chat template rejects the messages that were sent; the output is not at fault.";
const tried = '`ocml check --template FILE` reports messages that a template rejects.';

export const requestCauses: Readonly<Record<string, Cause>> = {
  history: {
    what: 'The output is not at fault: the server cannot render the messages that were sent. The arguments of a call in an earlier turn are not JSON.',
    todo: 'Repair the history before you send it again, or omit the broken turn: otherwise every request fails in the same way. To find the call, run `ocml check` on a file with the messages.',
    pages: ['E-CALL-SCHEMA'],
  },
  'history-tokens': {
    what: 'The output is not at fault: the server cannot render the messages that were sent. The content of a message contains special tokens from an output that was not parsed.',
    todo: 'Repair the history before you send it again, or omit the broken turn: otherwise every request fails in the same way. To find the message, run `ocml check` on a file with the messages.',
    pages: ['template-special-in-content'],
  },
  'roles-alternate': {
    what: `${template} The template requires \`user\` and \`assistant\` messages to alternate, beginning with \`user\`.`,
    meant:
      'Usually one message that was sent in two parts, a system message that the template does not support, or tool replies.',
    todo: `Join consecutive messages with the same role, and begin with a user message. If the model has no system role, put the system prompt before the user's text. For tools, choose a model whose template supports them. ${tried}`,
    pages: ['template-alternation', 'template-refuses-system'],
  },
  'role-refused': {
    what: `${template} The template does not support messages with this role, such as \`system\` or \`tool\`.`,
    todo: `Put the system prompt before the first user message. For tools, choose a model whose template supports them. ${tried}`,
    pages: ['template-refuses-system', 'template-role-unknown'],
  },
  'arguments-text': {
    what: `${template} The template, such as the one of Qwen3-Coder, requires an object as the arguments of a call, but an earlier call has a JSON string, as in chat APIs.`,
    meant: 'Arguments that are an object when they reach the template.',
    todo: `Update the server, which has to decode \`arguments\` before it renders them, or decode them yourself. ${tried}`,
    pages: ['template-refuses-arguments'],
  },
  'question-missing': {
    what: `${template} The template, such as the one of Qwen3.5, looks for the user's last question, but finds only a system message or tool replies.`,
    todo: `Send at least one user message, and keep it when you shorten the history. ${tried}`,
    pages: ['template-rejects'],
  },
  'tools-without-user': {
    what: `${template} The template, such as the one of Llama 3.1, writes the tools into the first user message, but there is no user message.`,
    todo: `Send a user message after the system message, or send no tools. ${tried}`,
    pages: ['template-rejects'],
  },
  'tool-choice-off': {
    what: 'The server was started without a parser for tool calls, so it rejects requests that have `tools` and the default `tool_choice`, `auto`. The request did not reach the model.',
    todo: 'Start vLLM with `--enable-auto-tool-choice` and `--tool-call-parser NAME`. NAME is the parser for your model: `hermes` for Qwen 2.5 and Qwen3, `qwen3_coder`, `llama3_json`, `mistral`, or `openai` for gpt-oss. If you cannot restart the server, omit `tools`, or send `"tool_choice": "none"`.',
    pages: [],
  },
  'replies-missing': {
    what: 'The messages that were sent are at fault: an assistant message has tool calls, but the next messages do not answer each of them. The request did not reach the model.',
    meant:
      'A reply to each call, directly after the assistant message. Often, a tool failed, or the history was cut between a call and its reply.',
    todo: "Add a reply for each id that the error lists, with the tool's error as its content if the tool failed; or remove the call together with its replies. To find the calls, run `ocml check` on a file with the messages.",
    pages: ['call-unanswered'],
  },
  'call-missing': {
    what: 'The messages that were sent are at fault: a tool reply does not belong to any call before it. The request did not reach the model.',
    meant:
      'The assistant message with the call, directly before the reply. Often, the history was cut between a call and its reply.',
    todo: 'Keep an assistant message with calls and its replies together when you shorten the history, and send `tool_calls` back unchanged, with their ids. To find the replies, run `ocml check` on a file with the messages.',
    pages: ['call-id-unmatched'],
  },
  'context-length': {
    what: "The messages, the tools and the tokens reserved for the answer are together longer than the model's context. Nothing was generated.",
    todo: 'Send fewer or shorter messages, fewer tools, or a smaller `max_tokens`. `ocml truncate --max-tokens N` shortens a file with the messages. If you run the server, start it with a larger context (`--max-model-len` of vLLM, `--ctx-size` of llama.cpp), up to the limit of the model.',
    pages: [],
  },
  'answer-length': {
    what: 'The request asks for a longer answer than the model allows. Nothing was generated.',
    todo: 'Send a smaller `max_tokens`: the error states the maximum.',
    pages: [],
  },
  'tools-unsupported': {
    what: "The request has `tools`, but Ollama's chat template for this model does not support tools. The request did not reach the model.",
    meant:
      'A model that can call tools, but whose template in Ollama does not support them. Often, the model was created from a GGUF file.',
    todo: 'Choose a model that Ollama lists with `tools`; `ollama show MODEL` lists what a model can do. If the model can call tools, pull it from the Ollama library, or give its `Modelfile` a `TEMPLATE` that writes `.Tools`. Otherwise, omit `tools`.',
    pages: [],
  },
  'schema-invalid': {
    what: 'The API rejects the declaration of a tool in the request. The request did not reach the model.',
    todo: 'Correct the `parameters` of the function that the error names: they must be a JSON Schema whose `type` is `object`. In `strict` mode, list all properties in `required`, and set `additionalProperties` to `false`.',
    pages: [],
  },
  'vocabulary-missing': {
    what: 'The openai/harmony library could not load the gpt-oss vocabulary (`o200k_base.tiktoken`), which it downloads when it is first needed. No output was parsed: the server has no network access, or does not trust the certificate of a proxy.',
    todo: "Download `o200k_base.tiktoken` on a machine with network access, put it into a folder, and set `TIKTOKEN_ENCODINGS_BASE` to that folder in the server's environment. A client cannot fix this.",
    pages: [],
  },
};
