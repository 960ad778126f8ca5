/** Finds the parts that vLLM's OpenAI-compatible server rejects, drops or misreads. The facts are in `grammar/api/vllm-request.ts`. */
import {
  vllmIgnores,
  vllmMembers,
  vllmMembersOfAll,
  vllmParameters,
  vllmParts,
  vllmUnread,
  vllmUntypedParts,
} from '../../../grammar/api/vllm-request.ts';
import { modelRole } from '../../../grammar/index.ts';
import { getOwn } from '../../../syntax/get-own.ts';
import { type JsonNode, memberOf, textOf } from '../../../syntax/json/nodes.ts';
import { parseJson } from '../../../syntax/json/values.ts';
import { closest } from '../../../syntax/tokens/closest.ts';
import { didYouMean, quote } from '../../../syntax/wording.ts';
import type { Check, Finding } from './reader.ts';
import { objectsOf, parameter } from './requests.ts';
import { shortened } from './wording.ts';

const valueOf = (node: JsonNode | undefined, key: string) => memberOf(node, key)?.value;

/** Checks content parts: their types, and texts that are null. */
const checkParts: Check = function* ({ list }) {
  for (const [, message] of objectsOf(list)) {
    for (const [, part] of objectsOf(valueOf(message, 'content'))) {
      const type = valueOf(part, 'type');
      if (type === undefined) {
        if (!vllmUntypedParts.some((name) => memberOf(part, name)) && memberOf(part, 'text') === undefined)
          yield {
            span: { start: part.start, end: part.start + 1 },
            says: '`type` is missing in this content part. Add it.',
            words: "Missing 'type' field in multimodal part.",
          };
      } else if (type.kind !== 'string') {
        if (type.kind === 'broken') continue;
        yield {
          span: type,
          scope: type,
          codes: ['template-content-type'],
          says: 'The `type` of a content part must be a string.',
          words: "Invalid 'type' field in multimodal part.",
        };
      } else if (!vllmParts.includes(type.value))
        yield {
          span: type,
          scope: type,
          codes: ['template-content-type'],
          says: `${quote(type.value)} is not a content part type that vLLM supports.${didYouMean(closest(type.value, vllmParts))}`,
          words: `Unsupported chat content part type: '${shortened(type.value)}'.`,
        };
      else {
        const text = ['text', 'refusal'].includes(type.value) ? valueOf(part, type.value) : undefined;
        if (text?.kind === 'null')
          yield { span: text, drops: true, says: 'vLLM skips this part, because its text is null. Remove the part.' };
      }
    }
  }
};

/** Reports fields that do not reach the chat template. */
const checkMembers: Check = function* ({ list }) {
  for (const [, message] of objectsOf(list)) {
    const role = textOf(message, 'role') ?? '';
    const read = [...vllmMembersOfAll, ...(getOwn(vllmMembers, role) ?? [])];
    for (const { key, value } of message.kind === 'object' ? message.members : []) {
      const isEmpty = value?.kind === 'null' || (value?.kind === 'array' && value.items.length === 0);
      if (read.includes(key.value) || isEmpty || value === undefined) continue;
      const near = closest(key.value, read, 2);
      yield {
        span: key,
        drops: true,
        says: `vLLM drops ${quote(key.value)} from messages with the role ${quote(role)}: the chat template does not receive it.${didYouMean(near)}`,
      };
    }
  }
};

/** Reports arguments that are not JSON, and empty lists of calls. */
const checkCalls: Check = function* ({ list }) {
  for (const [, message] of objectsOf(list)) {
    const calls = textOf(message, 'role') === modelRole ? memberOf(message, 'tool_calls') : undefined;
    if (calls?.value?.kind === 'array' && calls.value.items.length === 0)
      yield {
        span: calls.value,
        drops: true,
        milder: 'information',
        says: 'vLLM removes an empty `tool_calls`. Omit it.',
      };
    for (const [, call] of objectsOf(calls?.value)) {
      const of = valueOf(call, 'function');
      if (of?.kind !== 'object') {
        yield {
          span: of ?? { start: call.start, end: call.start + 1 },
          says: '`function` is missing in this call. Add it, as an object with a name and arguments.',
          words: "KeyError: 'function'",
        };
        continue;
      }
      const node = valueOf(of, 'arguments');
      if (node === undefined || node.kind === 'object' || node.kind === 'array' || node.kind === 'broken') continue;
      if (node.kind === 'string' && parseJson(node.value).error === undefined) continue;
      yield {
        span: node,
        scope: node,
        codes: ['E-CALL-SCHEMA'],
        drops: true,
        says: 'vLLM replaces arguments that are not JSON with `{}`, without an error. Write them as JSON.',
      };
    }
  }
};

/** Reports parameters that vLLM ignores, and those that exclude one another. */
const checkParameters: Check = function* ({ node, kind }) {
  if (kind !== 'request' || node.kind !== 'object') return;
  for (const { key, value } of node.members) {
    if (value?.kind === 'null') continue;
    if (vllmIgnores.includes(key.value))
      yield {
        span: key,
        drops: true,
        milder: 'information',
        says: `vLLM accepts \`${key.value}\`, but ignores it.`,
      };
    else if (!vllmParameters.has(key.value)) {
      const near = closest(key.value, [...vllmParameters], 2);
      const isMisspelled = near !== undefined && memberOf(node, near) === undefined;
      if (!isMisspelled && !vllmUnread.includes(key.value)) continue;
      yield {
        span: key,
        drops: true,
        says: `vLLM ignores the parameter ${quote(key.value)}, and only mentions it in the server log.${didYouMean(isMisspelled ? near : undefined)}`,
      };
    }
  }
  yield* exclusive(node);
  yield* choiceOf(node);
};

const isTrue = (node: JsonNode, key: string) => {
  const value = valueOf(node, key);
  return value?.kind === 'boolean' && value.value === true;
};

function* exclusive(node: JsonNode): Generator<Finding> {
  const goesOn = memberOf(node, 'continue_final_message');
  if (goesOn && isTrue(node, 'continue_final_message') && isTrue(node, 'add_generation_prompt'))
    yield {
      span: goesOn.key,
      says: '`continue_final_message` and `add_generation_prompt` cannot both be true. Set one of them to false.',
      words: 'Cannot set both `continue_final_message` and `add_generation_prompt` to True.',
    };
  const ofPrompt = parameter(node, 'prompt_logprobs');
  if (ofPrompt?.kind === 'number' && ofPrompt.value !== 0 && isTrue(node, 'stream'))
    yield {
      span: ofPrompt,
      says: '`prompt_logprobs` are not available in a stream. Remove them, or set `stream` to false.',
      words: '`prompt_logprobs` are not available when `stream=True`.',
    };
}

function* choiceOf(node: JsonNode): Generator<Finding> {
  const choice = valueOf(node, 'tool_choice');
  const tools = objectsOf(valueOf(node, 'tools'));
  const names = tools.map(([, tool]) => textOf(valueOf(tool, 'function'), 'name'));
  const name = valueOf(valueOf(choice, 'function'), 'name');
  if (name?.kind === 'string' && name.value !== '' && !names.includes(name.value) && valueOf(node, 'tools'))
    yield {
      span: name,
      says: `The tool ${quote(name.value)} is not declared. Declare it, or write the name of a declared tool.`,
      words: 'The tool specified in `tool_choice` does not match any of the specified `tools`',
    };
  const toolList = valueOf(node, 'tools');
  if (toolList?.kind === 'array' && toolList.items.length === 0)
    yield {
      span: toolList,
      drops: true,
      says: 'vLLM versions from 2026 reject an empty `tools` list; older versions ignore it. Omit it.',
    };
}

export const vllmChecks: readonly Check[] = [checkParts, checkMembers, checkCalls, checkParameters];
