/** Runs the rules: on single blocks, on groups of messages, and on the document as a whole. */
import { modelRole } from '../grammar/index.ts';
import { mayBeTagged } from '../model/calls/tagged-parts.ts';
import { type HeaderInfo, headerInfo, instructs, type Message, message } from '../model/message.ts';
import { type LevelContext, type Levels, levelOf } from '../rules/support/levels.ts';
import {
  Aspect,
  type Context,
  type Extra,
  type GroupKind,
  type GroupReport,
  type Look,
  looksIn,
  type Problem,
  type Rule,
  type Severity,
} from '../rules/support/rule.ts';
import { type Block, has, Trait } from '../syntax/block.ts';
import { endsWithNext } from '../syntax/families/family.ts';
import { getOwn } from '../syntax/get-own.ts';
import type { Group } from './groups.ts';

/** An enabled rule with the severity of its faults. */
export interface ActiveRule<L = Look> {
  readonly code: string;
  readonly look: L;
  readonly severity: Severity;
  /** Whether the user set the severity, which then also applies to milder variants of the fault. */
  readonly chosen: boolean;
  /** Whether variants of the fault that are off by default are reported, too. */
  readonly optIn: boolean;
}

/** The rules enabled in a context, by the part that they examine. */
interface RuleSet {
  readonly header: readonly ActiveRule[];
  readonly message: readonly ActiveRule[];
  readonly gap: readonly ActiveRule[];
  readonly blankGap: readonly ActiveRule[];
  readonly document: readonly ActiveRule[];
  readonly edges: readonly ActiveRule[];
  readonly group: ReadonlyMap<GroupKind, readonly ActiveRule[]>;
  /** The codes of rules whose problems replace other problems at the same place (`Rule.insteadOfOthers`). */
  readonly soleCodes: ReadonlySet<string>;
}

export function activeRules(
  rules: readonly Rule[],
  context: LevelContext & Pick<Context, 'family'>,
  levels: Levels,
): RuleSet {
  const active: ActiveRule[] = [];
  for (const rule of rules) {
    const { code } = rule;
    const chosen = getOwn(levels, code);
    const optIn = rule.optIn === true && chosen === 'hint';
    const level = levelOf(rule, context, optIn ? {} : levels);
    if (level === 'off') continue;
    for (const look of looksIn(rule, context.family))
      active.push({ code, look, severity: level, chosen: chosen !== undefined && !optIn, optIn });
  }
  const group = new Map<GroupKind, ActiveRule[]>();
  for (const entry of active) {
    const by = entry.look.group?.by;
    if (by !== undefined) group.set(by, [...(group.get(by) ?? []), entry]);
  }
  return {
    header: active.filter(({ look }) => look.header),
    message: active.filter(({ look }) => look.message),
    gap: active.filter(({ look }) => look.gap),
    blankGap: active.filter(({ look }) => look.gap?.blank),
    document: active.filter(({ look }) => look.document),
    edges: active.filter(({ look }) => look.edges),
    group,
    soleCodes: new Set(active.filter(({ look }) => look.insteadOfOthers).map(({ code }) => code)),
  };
}

/** Receives the error of a rule that throws. Only that rule reports nothing, and only for that block. */
export type OnFailure = (code: string, error: unknown) => void;

/** Returns a function that adds the problems of one rule to a list. */
export function collector(
  { code, severity, chosen, optIn: isOptedIn }: ActiveRule<unknown>,
  into: Problem[],
  block?: Block,
) {
  const excuses = block?.family.learned?.excuses ?? [];
  return ({ start, end }: { start: number; end: number }, text: string, extra: Extra = {}): void => {
    const { milder, optIn, data, related } = extra;
    if (optIn && !isOptedIn) return;
    if (excuses.some((one) => one.code === code && block?.text.startsWith(one.text, start))) return;
    into.push({
      code,
      severity: optIn ? 'hint' : milder !== undefined && !chosen ? milder : severity,
      start,
      end: Math.max(end, start),
      message: text,
      ...(data && { data }),
      ...(related && { related }),
    });
  };
}

/** Returns a function that adds the problems of one rule to the list of the block that they are in. */
function byBlock(active: ActiveRule, problemsByBlock: Map<Block, Problem[]>): GroupReport {
  return (block, span, text, extra) => {
    const problems = problemsByBlock.get(block) ?? [];
    problemsByBlock.set(block, problems);
    collector(active, problems, block)(span, text, extra);
  };
}

const nothing: readonly Problem[] = [];

/** The problems of a header, cached with the parsed header. */
interface HeaderMemo {
  readonly owner: Inspector;
  readonly problems: readonly Problem[];
}

export class Inspector {
  private readonly cleanHeader: HeaderMemo = { owner: this, problems: nothing };
  private readonly byAspects = new Map<number, readonly ActiveRule[]>();

  constructor(
    private readonly context: Context,
    private readonly rules: RuleSet,
    private readonly onFailure: OnFailure,
  ) {}

  /** The problems of a block that depend on no other block. */
  inspect(block: Block, isLast: boolean): readonly Problem[] {
    let problems: Problem[] | undefined;
    if (block.kind === 'message') {
      const header = headerInfo(block);
      const ofHeader = this.ofHeader(header);
      const rules = this.rulesFor(aspectsOf(block, header));
      if (ofHeader.length > 0 || rules.length > 0) {
        problems = [...ofHeader];
        if (rules.length > 0) this.ofMessage(message(block), rules, isLast, problems);
      }
    }
    if (block.kind !== 'document-header' && block.end < block.text.length) {
      const rules = has(block, Trait.OddGap) ? this.rules.gap : this.rules.blankGap;
      for (const active of rules) {
        problems ??= [];
        const report = collector(active, problems, block);
        this.attempt(active, () => active.look.gap?.check(block, block.end, this.context, report, isLast));
      }
    }
    return problems === undefined || problems.length === 0 ? nothing : this.withoutReplaced(problems);
  }

  /** Removes problems that another problem replaces (`Rule.insteadOfOthers`). */
  private withoutReplaced(problems: readonly Problem[]): readonly Problem[] {
    const sole = problems.filter(({ code }) => this.rules.soleCodes.has(code)).sort((a, b) => a.start - b.start);
    if (sole.length === 0) return problems;
    const byPlace = problems.toSorted((a, b) => a.start - b.start);
    const replaced = new Set<Problem>();
    let next = 0;
    let reach = -1;
    for (const problem of byPlace) {
      for (; (sole[next]?.start ?? Number.POSITIVE_INFINITY) <= problem.start; next++) {
        reach = Math.max(reach, (sole[next] as Problem).end);
      }
      const stays = problem.severity === 'error' || this.rules.soleCodes.has(problem.code);
      if (!stays && problem.end <= reach) replaced.add(problem);
    }
    return problems.filter((problem) => !replaced.has(problem));
  }

  /** Returns the problems of the document as a whole, with offsets in its first block. */
  inspectDocument(opening: Block | undefined): readonly Problem[] {
    const problems: Problem[] = [];
    for (const active of this.rules.document) {
      this.attempt(active, () => active.look.document?.(opening, this.context, collector(active, problems)));
    }
    return problems;
  }

  /** Returns the problems that depend on both the first and the last block, by block. */
  inspectEdges(first: Block, last: Block): Map<Block, Problem[]> {
    const problemsByBlock = new Map<Block, Problem[]>();
    for (const active of this.rules.edges) {
      this.attempt(active, () => active.look.edges?.(first, last, this.context, byBlock(active, problemsByBlock)));
    }
    return problemsByBlock;
  }

  /** Returns the problems of a group of messages, by block. */
  inspectGroup({ kind, key, members }: Group): Map<Block, Problem[]> {
    const problemsByBlock = new Map<Block, Problem[]>();
    const rules = this.rules.group.get(kind) ?? [];
    if (rules.length === 0) return problemsByBlock;
    const messages: Message[] = members.map((member) => message(member));
    for (const active of rules) {
      this.attempt(active, () =>
        active.look.group?.check(messages, this.context, byBlock(active, problemsByBlock), key),
      );
    }
    return problemsByBlock;
  }

  private ofHeader(header: HeaderInfo): readonly Problem[] {
    const headerMemo = header.memo as HeaderMemo | undefined;
    if (headerMemo?.owner === this) return headerMemo.problems;
    const problems: Problem[] = [];
    const rules = header.header.unfinished
      ? this.rules.header.filter(({ look }) => look.whileTyped)
      : this.rules.header;
    for (const active of rules) {
      this.attempt(active, () => active.look.header?.(header, this.context, collector(active, problems)));
    }
    const memo: HeaderMemo = problems.length === 0 ? this.cleanHeader : { owner: this, problems };
    header.memo = memo;
    return memo.problems;
  }

  private ofMessage(message: Message, rules: readonly ActiveRule[], isLast: boolean, into: Problem[]): void {
    for (const active of rules) {
      const report = collector(active, into, message.block);
      this.attempt(active, () => active.look.message?.check(message, this.context, report, isLast));
    }
  }

  private rulesFor(aspects: number): readonly ActiveRule[] {
    let rules = this.byAspects.get(aspects);
    if (rules === undefined) {
      rules = this.rules.message.filter(({ look }) => ((look.message?.when ?? 0) & aspects) !== 0);
      this.byAspects.set(aspects, rules);
    }
    return rules;
  }

  private attempt({ code }: ActiveRule, run: () => void): void {
    try {
      run();
    } catch (error) {
      this.onFailure(code, error);
    }
  }
}

/** The aspects that follow from a header, in text and JSON alike. */
export function saidAspects({ role, constraint, hint }: HeaderInfo, kind: HeaderInfo['kind'] | undefined): number {
  let aspects: number = Aspect.Any;
  if (kind === 'call') aspects |= Aspect.Call;
  else if (kind === 'reply') aspects |= Aspect.Reply;
  if (constraint !== undefined || hint !== undefined) aspects |= Aspect.Typed;
  if (role === modelRole) aspects |= Aspect.Assistant;
  else if (instructs(role)) aspects |= Aspect.Instructions;
  return aspects;
}

function aspectsOf(block: Block, header: HeaderInfo): number {
  const { traits, terminator } = block;
  let aspects: number = Aspect.Any;
  if (traits & (Trait.OddBody | Trait.Suspicious)) aspects |= Aspect.Odd;
  if (traits & Trait.Implied) aspects |= Aspect.Openerless;
  // While a header is being typed, its missing parts are not faults yet.
  if (header.header.unfinished) return aspects | Aspect.Unclosed;
  aspects |= saidAspects(header, header.kind);
  if (terminator === undefined) aspects |= endsWithNext(block) ? 0 : Aspect.Unclosed;
  else if (terminator === 'call') aspects |= Aspect.Called;
  else if (terminator === 'return') aspects |= Aspect.Returned;
  if (!(traits & Trait.HasMessage)) aspects |= Aspect.Bodyless;
  if (mayBeTagged(block)) aspects |= Aspect.Tagged;
  return aspects;
}
