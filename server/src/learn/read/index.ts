/**
 * Reads a prompt with the frames of its template, and proves the reading: from the reading, the template must write the same
 * prompt.
 */

import { choice, type Scan, scan } from '../../syntax/families/learned/part-scan.ts';
import type { JsonNode } from '../../syntax/json/nodes.ts';
import { readJson } from '../../syntax/json/read.ts';
import { givenBy } from '../../templates/input/conversation.ts';
import { TemplateError } from '../../templates/jinja/errors.ts';
import { plain } from '../../templates/jinja/runtime/text.ts';
import type { Template } from '../../templates/template.ts';
import type { LearnedFrames } from '../frames.ts';
import type { Setting } from '../observe.ts';
import { ambiguities, quotedMarkers } from './ambiguities.ts';
import { conversationOf, type ReadConversation } from './conversation.ts';

export interface Reading extends ReadConversation {
  /** The result of comparing the original prompt with the prompt that the template writes from the reading. */
  readonly proof: Proof;
  /** Other readings from which the template would write the same prompt, in words. */
  readonly ambiguities: readonly string[];
}

export type Proof =
  | { readonly kind: 'equal' }
  /** The prompt ends earlier than the template would end it. `inside`: whether it ends within the last message. */
  | { readonly kind: 'open'; readonly inside: boolean }
  /**
   * The template writes a different prompt. `at`: the UTF-16 offset of the first difference; `written`: the prompt that the
   * template writes.
   */
  | { readonly kind: 'different'; readonly at: number; readonly written: string }
  | { readonly kind: 'refused'; readonly message: string }
  /** The prompt has tools in a form that is not read, so the template cannot write the same prompt again. */
  | { readonly kind: 'unproven' };

/** The maximum number of readings that are tried, and the maximum time for all of them, in milliseconds. */
const MAX_TRIES = 12;
const MAX_TIME = 20_000;

/** Reads a prompt; undefined if its beginning is not that of the template's prompts. */
export function readPrompt(
  prompt: string,
  template: Template,
  frames: LearnedFrames,
  setting: Setting,
): Reading | undefined {
  const forbidden = new Set<string>();
  let best: Reading | undefined;
  let unread = false;
  const end = Date.now() + MAX_TIME;
  for (let i = 0; i < MAX_TRIES && Date.now() < end; i++) {
    const promptScan = scan(prompt, frames, forbidden);
    if (promptScan === undefined) break;
    const conversation = conversationOf(prompt, promptScan, frames);
    const proof = prove(prompt, promptScan, conversation, template, setting);
    const reading = { ...conversation, proof, ambiguities: [] };
    const isProven = proof.kind === 'equal' || (proof.kind === 'open' && (i === 0 || !proof.inside));
    // If the content in a later reading contains the template's markers, it may include the rest of the conversation. Such a reading proves
    // nothing.
    const swallows = i > 0 && !unread && quotedMarkers(prompt, promptScan.steps, frames).size > 0;
    if (isProven && !swallows)
      return {
        ...reading,
        ambiguities: [
          ...(unread ? [unreadTools] : i > 0 ? [swallowed] : []),
          ...ambiguities(prompt, promptScan, frames),
        ],
      };
    unread ||= conversation.hasUnreadTools;
    if (best === undefined || distance(proof) > distance(best.proof)) best = reading;
    if (!forbid(forbidden, promptScan, lastDoubt(proof, promptScan, prompt))) break;
  }
  return best;
}

/**
 * The offset up to which a reading is known to be right; -1 if there is no such offset. A reading with unread tools counts as right up to
 * the end.
 */
const distance = (proof: Proof): number =>
  proof.kind === 'different' ? proof.at : proof.kind === 'unproven' ? Number.POSITIVE_INFINITY : -1;

const unreadTools =
  'the template writes tool declarations in an unsupported format: their text was left in the message that contains it';

const swallowed =
  'content has text that the template writes between messages. It was kept as content, because the template would not write it there';

/** The last offset at which a wrong choice may have been made. */
function lastDoubt(proof: Proof, { steps }: Scan, prompt: string): number {
  if (proof.kind === 'unproven') return steps.find(({ transition }) => transition.to === 'toolText')?.gap ?? 0;
  return proof.kind === 'different' ? proof.at : prompt.length;
}

/** Forbids the last choice that was made at or before an offset. Returns false if there is none. */
function forbid(forbidden: Set<string>, { steps, ending, endingAt }: Scan, at: number): boolean {
  const choices = [
    ...steps.map(({ gap, transition }) => ({ gap, transition })),
    ...(ending ? [{ gap: endingAt, transition: ending }] : []),
  ];
  const last = choices.findLast(({ gap }) => gap <= at);
  if (last === undefined) return false;
  forbidden.add(choice(last.gap, last.transition));
  return true;
}

function prove(
  prompt: string,
  { ending }: Scan,
  { json, hasUnreadTools }: ReadConversation,
  template: Template,
  { variables, clock }: Setting,
): Proof {
  if (hasUnreadTools) return { kind: 'unproven' };
  const allVariables = givenBy(readJson(json).root as JsonNode, json, false).variables;
  for (const [name, value] of variables) allVariables.set(name, value);
  try {
    const templateOutput = plain(template.render(allVariables, clock ? { clock } : {}).text);
    if (templateOutput === prompt) return { kind: 'equal' };
    if (templateOutput.startsWith(prompt)) return { kind: 'open', inside: ending === undefined };
    let at = 0;
    while (at < prompt.length && prompt[at] === templateOutput[at]) at++;
    return { kind: 'different', at, written: templateOutput };
  } catch (error) {
    if (error instanceof TemplateError) return { kind: 'refused', message: error.message };
    throw error;
  }
}
