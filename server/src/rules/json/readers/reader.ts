/** The findings of a reader. A reader is the API, server or trainer that the profile of a document stands for. */
import type { DependencyFact, ValueFact } from '../../../grammar/api/value-facts.ts';
import { getOwn } from '../../../syntax/get-own.ts';
import type { JsonNode } from '../../../syntax/json/nodes.ts';
import type { Span } from '../../../syntax/span.ts';
import type { Severity } from '../../support/rule.ts';
import { parameter, type RequestView } from './requests.ts';
import { faultsOf, type ValueFault } from './walk.ts';
import { sentenceOf } from './wording.ts';

/** A part of a document that the reader rejects, drops or misreads. */
export interface Finding {
  readonly span: Span;
  /** The fault and its remedy, in sentences. */
  readonly says: string;
  /** The reader's own error text, if it is known. */
  readonly words?: string | undefined;
  /** The codes under which other rules report the same fault, if they report it within `scope`. */
  readonly codes?: readonly string[];
  readonly scope?: Span;
  /** Whether the reader drops or misreads something instead of rejecting the part. `says` describes the effect. */
  readonly drops?: true;
  /** `row`: the whole row is lost. `flag`: only a flag is ignored. By default, part of the row is lost. */
  readonly loses?: 'row' | 'flag';
  /** The severity for misreadings that rarely matter. */
  readonly milder?: Severity;
}

export type Check = (request: RequestView) => Iterable<Finding>;

/** The codes of other rules that report a missing field, by the name of the field. */
const codesOfMissing: Readonly<Record<string, readonly string[]>> = {
  role: ['template-key-missing'],
  content: ['template-key-missing'],
  id: ['call-id-missing'],
  type: ['template-content-type'],
  tool_call_id: ['template-role-unknown', 'call-id-missing'],
  arguments: ['E-CALL-SCHEMA'],
  name: ['template-role-unknown'],
};

/** The codes of other rules that may report any other fault at the same span. */
const codesOfValues: readonly string[] = [
  ...['template-content-type', 'template-shape', 'template-role-unknown', 'E-CALL-SCHEMA', 'message-empty'],
  ...['message-order', 'template-key-missing', 'tool-undeclared'],
];

/** Returns a finding for each violation of the facts about an API. `wordsOf`: returns the API's error text for a fault. */
export function byFacts(
  node: JsonNode,
  fact: ValueFact,
  wordsOf: (fault: ValueFault) => string | undefined,
): Finding[] {
  const path = node.kind === 'array' ? { step: 'messages' } : undefined;
  return faultsOf(node, fact, path).map((fault) => {
    const isMissing = fault.kind === 'missing';
    return {
      span: fault.span,
      says: sentenceOf(fault),
      words: wordsOf(fault),
      codes: isMissing ? (getOwn(codesOfMissing, fault.name) ?? []) : codesOfValues,
      scope: isMissing ? fault.scope : fault.span,
    };
  });
}

/** Creates a check for parameters that need another parameter. */
export function byDependencies(dependencies: readonly DependencyFact[]): Check {
  return function* ({ node, kind }) {
    if (kind === 'list' || kind === 'preference') return;
    for (const { parameter: name, needs, value, unless = [], words } of dependencies) {
      const parameterNode = parameter(node, name);
      if (parameterNode === undefined || ('value' in parameterNode && unless.includes(parameterNode.value))) continue;
      const other = parameter(node, needs);
      const isMet = value === undefined ? other !== undefined : other?.kind === 'boolean' && other.value === value;
      if (isMet) continue;
      const should = value === undefined ? `\`${needs}\` is missing` : `\`${needs}\` is not ${value}`;
      const remedy = value === undefined ? `Add \`${needs}\`` : `Set \`${needs}\` to ${value}`;
      yield {
        span: parameterNode,
        says: `\`${name}\` has an effect only with \`${needs}\`, but ${should}. ${remedy}, or remove \`${name}\`.`,
        words,
      };
    }
  };
}
