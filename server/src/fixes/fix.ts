/** The types of fixes. Fixes are only computed, and their code is only loaded, when they are requested. */
import { type Message, message } from '../model/message.ts';
import type { Context, Problem } from '../rules/support/rule.ts';
import type { Block } from '../syntax/block.ts';
import type { Span } from '../syntax/span.ts';

/** A replacement of a span (UTF-16 offsets) in `block`. The default is the block with the problem. */
export interface FixEdit extends Span {
  readonly text: string;
  readonly block?: Block;
}

export interface Fix {
  /** The action, as an imperative such as `Insert …`. If the fix changes the content of a body, the title says so. */
  readonly title: string;
  readonly edits: readonly FixEdit[];
  /** Whether this is the fix that the user most probably wants. */
  readonly preferred?: boolean;
  /** Whether the fix can be applied without asking the user, because nothing else can be intended and the document keeps its meaning. */
  readonly safe?: boolean;
  /** Whether the fix changes the content of a message on purpose. */
  readonly changesBody?: boolean;
  /**
   * The original title and preference of a fix that turned out to show more text to users. They apply where the text is not shown to users
   * anyway.
   */
  readonly proposed?: Pick<Fix, 'title' | 'preferred'>;
}

/** A fix that may be incomplete. If one of its edits is undefined, the proposal is discarded. */
export interface Proposal extends Omit<Fix, 'edits'> {
  readonly edits: readonly (FixEdit | undefined)[];
}

export type Proposals = readonly (Proposal | undefined)[];

/** The proposals that are complete fixes. */
export function wholeOf(proposals: Proposals): Fix[] {
  return proposals.filter(
    (one): one is Fix => one !== undefined && one.edits.length > 0 && !one.edits.includes(undefined),
  );
}

/** A problem, the block in which it was found, and the facts that its fix may use. */
export interface Target {
  readonly problem: Problem;
  readonly block: Block;
  readonly context: Context;
  /** The message of the block. Must not be used for a prelude or a document header. */
  readonly message: Message;
}

/** The fixes of all problems with one code. */
export interface Fixer {
  /** The effect of the fixes in a few words, for the documentation page of the rule. */
  readonly says: string;
  readonly fix: (target: Target) => Proposals;
}

export type Fixers = Readonly<Record<string, Fixer>>;

/** Explains why a family has no fix for a code that another family can fix. */
interface NoFix {
  readonly none: string;
}

/** The fixers of a family. There is one for each code that the family reports and that some family can fix. */
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

/** The text of a span, for use in a title. */
export function titleText(text: string, { start, end }: Span): string {
  const line = text.slice(start, end).replace(/\s+/g, ' ');
  return `\`${line.length > 40 ? `${line.slice(0, 39)}…` : line}\``;
}
