/** The types of fixes. Fixes are computed only on request, and loaded with the first request. */
import { type Message, message } from '../model/message.ts';
import type { Context, Problem } from '../rules/support/rule.ts';
import type { Block } from '../syntax/block.ts';
import type { Span } from '../syntax/span.ts';

/** Replaces a span of `block`, or of the block with the problem, with `text` (UTF-16 offsets). */
export interface FixEdit extends Span {
  readonly text: string;
  readonly block?: Block;
}

export interface Fix {
  /** The action, as an imperative: `Insert …`. The title of a fix that changes the content of a body says so. */
  readonly title: string;
  readonly edits: readonly FixEdit[];
  /** The fix that is most probably intended. */
  readonly preferred?: boolean;
  /** Whether the fix can be applied without asking: no other intention is possible, and the document keeps its meaning. */
  readonly safe?: boolean;
  /** Whether the fix is meant to change a body, so that the content of a message differs afterwards. */
  readonly changesBody?: boolean;
  /** The fix as proposed, before the proof found that it shows more text to users. Used where no user is shown the text. */
  readonly proposed?: Pick<Fix, 'title' | 'preferred'>;
}

/** A possible fix. It is discarded if one of its edits is undefined. */
export interface Proposal extends Omit<Fix, 'edits'> {
  readonly edits: readonly (FixEdit | undefined)[];
}

/** Proposals, some of which may be discarded. */
export type Proposals = readonly (Proposal | undefined)[];

/** The proposals that are complete fixes. */
export function wholeOf(proposals: Proposals): Fix[] {
  return proposals.filter(
    (one): one is Fix => one !== undefined && one.edits.length > 0 && !one.edits.includes(undefined),
  );
}

/** A problem, its location, and the facts that a fix may use. */
export interface Target {
  readonly problem: Problem;
  readonly block: Block;
  readonly context: Context;
  /** The message of the block; not for a prelude or a document header. */
  readonly message: Message;
}

/** The fixes of one code. */
export interface Fixer {
  /** The effect of the fixes, in a few words, for the page of the rule. */
  readonly says: string;
  readonly fix: (target: Target) => Proposals;
}

export type Fixers = Readonly<Record<string, Fixer>>;

/** The reason why a family has no fix for a code that another family can fix. */
interface NoFix {
  readonly none: string;
}

/** The fixers of a family for every code that it reports and that any family can fix. */
export type FamilyFixers = Readonly<Record<string, Fixer | NoFix>>;

export function targetOf(problem: Problem, block: Block, context: Context): Target {
  let view: Message | undefined;
  return {
    problem,
    block,
    context,
    get message() {
      view ??= message(block);
      return view;
    },
  };
}

export function replace(span: Span, text: string, block?: Block): FixEdit;
export function replace(span: Span | undefined, text: string | undefined, block?: Block): FixEdit | undefined;
export function replace(span: Span | undefined, text: string | undefined, block?: Block): FixEdit | undefined {
  return span && text !== undefined ? { start: span.start, end: span.end, text, ...(block && { block }) } : undefined;
}

export function insert(at: number, text: string, block?: Block): FixEdit;
export function insert(at: number | undefined, text: string | undefined, block?: Block): FixEdit | undefined;
export function insert(at: number | undefined, text: string | undefined, block?: Block): FixEdit | undefined {
  return replace(at === undefined ? undefined : { start: at, end: at }, text, block);
}

export function remove(span: Span, block?: Block): FixEdit;
export function remove(span: Span | undefined, block?: Block): FixEdit | undefined;
export function remove(span: Span | undefined, block?: Block): FixEdit | undefined {
  return replace(span, '', block);
}

/** The text of a span, for a title. */
export function titleText(text: string, { start, end }: Span): string {
  const line = text.slice(start, end).replace(/\s+/g, ' ');
  return `\`${line.length > 40 ? `${line.slice(0, 39)}…` : line}\``;
}
