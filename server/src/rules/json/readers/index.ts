/**
 * The reader of each profile: the API, server or trainer that it stands for, with the functions that find everything it rejects, drops or
 * misreads. Undefined: this file does not model the reader.
 */
import {
  anthropicMessages,
  anthropicRequest,
  anthropicRequestOnly,
  anthropicRow,
} from '../../../grammar/api/anthropic-request.ts';
import {
  openAiDependencies,
  openAiMessages,
  openAiPreference,
  openAiRequest,
  openAiRequestOnly,
  openAiRow,
} from '../../../grammar/api/openai-request.ts';
import type { ValueFact } from '../../../grammar/api/value-facts.ts';
import { vllmDependencies, vllmMessages, vllmParameters, vllmRequest } from '../../../grammar/api/vllm-request.ts';
import type { MessageProfile } from '../../../grammar/index.ts';
import { readJson } from '../../../syntax/json/read.ts';
import type { JsonContext } from '../../support/json-scope.ts';
import { anthropicChecks } from './anthropic-checks.ts';
import { llamaFactoryChecks } from './llama-factory-checks.ts';
import { openAiChecks } from './openai-checks.ts';
import { byDependencies, byFacts, type Check, type Finding } from './reader.ts';
import { type RequestKind, requestsIn } from './requests.ts';
import { axolotlChecks, trlChecks, unslothChecks } from './trainer-checks.ts';
import { type RowCheck, trainingRowOf, trainingRowsIn } from './trainer-rows.ts';
import { vllmChecks } from './vllm-checks.ts';
import type { ValueFault } from './walk.ts';
import { dottedPath, indexedPath, openAiWords, pydanticWords, shortened } from './wording.ts';

type Reader = (context: JsonContext) => Iterable<Finding>;

interface Api {
  /** The facts for each kind of document. Undefined: this API does not take such documents, so they are not checked. */
  readonly facts: Readonly<Record<RequestKind, ValueFact | undefined>>;
  readonly requestOnly: readonly string[];
  readonly checks: readonly Check[];
  words(fault: ValueFault): string | undefined;
}

/** Creates a reader of requests. */
const ofApi = ({ facts, requestOnly, checks, words }: Api): Reader =>
  function* (context) {
    for (const request of requestsIn(context, requestOnly)) {
      const fact = facts[request.kind];
      if (fact === undefined) continue;
      yield* byFacts(request.node, fact, words);
      for (const check of checks) yield* check(request);
    }
  };

/** Creates a reader of training rows. */
const ofRows = (checks: readonly RowCheck[]): Reader =>
  function* (context) {
    for (const row of trainingRowsIn(context)) for (const check of checks) yield* check(row);
  };

/** The error text of Anthropic's API. It begins with the path of the value, unless it is about the messages as a whole. */
function anthropicWords(fault: ValueFault): string | undefined {
  const path = dottedPath(fault.path);
  if (path === 'messages' && fault.kind === 'too-few') return 'messages: at least one message is required';
  if (fault.kind === 'too-short' && path.endsWith('.text.text'))
    return 'messages: text content blocks must be non-empty';
  if (fault.kind === 'pattern' && path.startsWith('stop_sequences'))
    return 'stop_sequences: each stop sequence must contain non-whitespace';
  if (fault.kind === 'variant' && fault.path.step === 'role')
    return `messages: ${fault.words ?? `Unexpected role "${shortened(fault.name ?? '')}". Allowed roles are "user" or "assistant".`}`;
  const words = fault.words ?? pydanticWords(fault);
  const parent = fault.kind === 'variant' ? dottedPath(fault.path.parent) : path;
  return words && (parent === '' ? words : `${parent}: ${words}`);
}

/** The error text of vLLM for its sampling parameters. Faults that pydantic finds first have pydantic's text. */
function vllmWords(fault: ValueFault): string | undefined {
  const ofSampling = ['too-small', 'too-large'].includes(fault.kind) ? fault.words : undefined;
  const value = fault.node && 'value' in fault.node ? shortened(String(fault.node.value)) : '';
  return ofSampling?.replace('{value}', () => value) ?? pydanticWords(fault);
}

/** The error text of OpenAI's API for a content part that only other roles may have. It names the message and its role. */
function partWords({ path, words }: ValueFault): string | undefined {
  const role = path.parent?.parent?.parent;
  return words && `Invalid '${indexedPath(role)}'. ${words.replace('{role}', () => String(role?.step ?? ''))}`;
}

const readers: Readonly<Record<MessageProfile, Reader | undefined>> = {
  openai: ofApi({
    facts: { request: openAiRequest, row: openAiRow, list: openAiMessages, preference: openAiPreference },
    requestOnly: openAiRequestOnly,
    checks: [byDependencies(openAiDependencies), ...openAiChecks],
    words: (fault) => partWords(fault) ?? openAiWords(fault),
  }),
  anthropic: ofApi({
    facts: { request: anthropicRequest, row: anthropicRow, list: anthropicMessages, preference: undefined },
    requestOnly: anthropicRequestOnly,
    checks: anthropicChecks,
    words: anthropicWords,
  }),
  vllm: ofApi({
    facts: { request: vllmRequest, row: vllmRequest, list: vllmMessages, preference: undefined },
    requestOnly: [...vllmParameters].filter((name) => !['messages', 'tools'].includes(name)),
    checks: [byDependencies(vllmDependencies), ...vllmChecks],
    words: vllmWords,
  }),
  // Other rules and `--template` report the faults that a template raises.
  template: undefined,
  trl: ofRows(trlChecks),
  axolotl: ofRows(axolotlChecks),
  'llama-factory': ofRows(llamaFactoryChecks),
  unsloth: ofRows(unslothChecks),
};

/** Finds the parts of a row that LLaMA-Factory drops, rejects or misreads. `text`: the JSON of the row. */
export function llamaFactoryFindings(text: string): Finding[] {
  const { root } = readJson(text);
  const row = root && trainingRowOf(root, text);
  return row === undefined ? [] : llamaFactoryChecks.flatMap((check) => [...check(row)]);
}

/** The findings for each context, stored since two rules report them. */
const findingsByContext = new WeakMap<JsonContext, readonly Finding[]>();

/** Returns the parts that the reader of the chosen profile drops, rejects or misreads; none if no profile is chosen. */
export function findingsIn(context: JsonContext): readonly Finding[] {
  const { chosenProfile } = context;
  if (chosenProfile === undefined) return [];
  let findings = findingsByContext.get(context);
  if (findings === undefined) {
    findings = [...(readers[chosenProfile]?.(context) ?? [])];
    findingsByContext.set(context, findings);
  }
  return findings;
}
