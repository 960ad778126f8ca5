/**
 * Splits the members of a group, in document order, into stretches, usually of one turn or less. Members affect each other only
 * within a stretch, so each stretch is checked separately. After an edit, splitting restarts at the stretch before the edit,
 * and stops at the next stretch whose beginning is unchanged.
 */
import { endsExchange, exchangeOf } from '../model/calls/exchange.ts';
import { functionSteps, type Step } from '../model/calls/functions.ts';
import { CallPairing, CallThread, type IdentifiedPart } from '../model/calls/pairing.ts';
import { headerInfo } from '../model/message.ts';
import { belongsToTurn } from '../model/turns.ts';
import type { GroupKind } from '../rules/support/rule.ts';
import type { Block } from '../syntax/block.ts';
import type { BlockSequence } from '../syntax/sequence.ts';

interface ChainKind {
  /** Whether a message between two members ends their turn. */
  endsTurn(block: Block): boolean;
  /**
   * Returns a function to call with each member in order. It returns whether the member begins a stretch, that is, whether it is
   * independent of all earlier members. `newTurn`: a turn has ended since the previous member.
   */
  cutter(): (member: Block, newTurn: boolean) => boolean;
}

const byTurn: ChainKind = {
  endsTurn: (block) => !belongsToTurn(block),
  cutter: () => (_, newTurn) => newTurn,
};

/** The number of members after which a stretch ends at the next turn, even if a call is still unanswered. */
const MAX_JOINED = 50;

/**
 * A stretch lasts until all of its calls are answered, even in a later turn. Within a turn, a reply without a call does not begin a
 * stretch. A stretch with `MAX_JOINED` members ends at the next turn. Otherwise, a single unanswered call would extend the stretch through
 * the whole document.
 */
function untilAnswered(): ReturnType<ChainKind['cutter']> {
  let calls = new CallPairing<IdentifiedPart>('name');
  let joined = 0;
  return (member, newTurn) => {
    const { kind, tool, callId } = headerInfo(member);
    const fresh = calls.open.size === 0 ? newTurn || kind === 'call' : newTurn && joined >= MAX_JOINED;
    if (fresh) {
      calls = new CallPairing<IdentifiedPart>('name');
      joined = 0;
    }
    joined++;
    calls.take({ kind, tool, callId });
    return fresh;
  };
}

/**
 * Counts calls and results, since results in ChatML do not identify their calls. A later turn without calls may answer an open
 * call, so it does not begin a stretch.
 */
function untilCounted(): ReturnType<ChainKind['cutter']> {
  let open = 0;
  return (member, newTurn) => {
    const { calls, results } = exchangeOf(member);
    const fresh = calls > 0 ? newTurn || open === 0 : newTurn && open === 0;
    open = Math.max(0, (fresh ? 0 : open) + calls - results.length);
    return fresh;
  };
}

export const chainKinds: Partial<Record<GroupKind, ChainKind>> = {
  'tool-calls-member': byTurn,
  analysis: byTurn,
  functions: {
    endsTurn: endsExchange,
    cutter: () => {
      let calls = new CallThread<Step>('order');
      return (member, newTurn) => {
        const steps = functionSteps(member, headerInfo(member).role);
        const fresh = newTurn || calls.beginsAnew(steps[0]?.kind);
        if (fresh) calls = new CallThread<Step>('order');
        for (const step of steps) calls.take(step);
        return fresh;
      };
    },
  },
  'tool-turn': {
    endsTurn: byTurn.endsTurn,
    cutter: untilAnswered,
  },
  results: {
    endsTurn: endsExchange,
    cutter: untilCounted,
  },
};

export class Chain {
  private readonly members: Block[] = [];
  /** The names of the stretches, by their first members. */
  private readonly heads = new Map<Block, string>();
  private count = 0;
  /** The names of removed stretches. */
  private gone: string[] = [];
  /** The number of members at the beginning and at the end that are unaffected by edits. */
  private before = 0;
  private after = 0;
  private touched = false;

  constructor(
    private readonly name: string,
    private readonly kind: ChainKind,
    private readonly blocks: BlockSequence,
  ) {}

  get isEmpty(): boolean {
    return this.members.length === 0;
  }

  /** Adds a member that is new in the document. */
  add(block: Block): void {
    const rank = rankIn(this.members, block, this.blocks);
    this.members.splice(rank, 0, block);
    this.touchFrom(rank, rank + 1);
  }

  remove(block: Block): void {
    const rank = this.members.indexOf(block);
    if (rank < 0) return;
    this.members.splice(rank, 1);
    this.end(block);
    this.touchFrom(rank, rank);
  }

  /** Replaces a member with an equivalent one. Returns false if `old` was not a member. */
  replace(old: Block, block: Block): boolean {
    const rank = rankIn(this.members, block, this.blocks, old);
    if (this.members[rank] !== old) return false;
    this.members[rank] = block;
    const name = this.heads.get(old);
    if (name !== undefined) this.heads.set(block, name);
    this.heads.delete(old);
    return true;
  }

  /** Records that a block may now end a turn, or may no longer end one. Without `block`, this applies to every block. */
  touch(block?: Block): void {
    const rank = block && rankIn(this.members, block, this.blocks);
    if (rank === undefined) this.touchFrom(0, this.members.length);
    else this.touchFrom(rank, rank + 1);
  }

  /** Returns the stretches that changed since the last call: their unique names and members. Removed stretches have no members. */
  takeChanged(): [name: string, members: Block[]][] {
    const { members, heads } = this;
    const changed: [string, Block[]][] = [];
    if (!this.touched) return changed;
    let first = Math.max(0, this.before - 1);
    while (first > 0 && !heads.has(members[first] as Block)) first--;
    const isFresh = this.kind.cutter();
    for (let rank = first; rank < members.length; rank++) {
      const member = members[rank] as Block;
      const newTurn = rank === first || this.endsTurn(members[rank - 1] as Block, member);
      const begins = isFresh(member, newTurn);
      if (begins && heads.has(member) && rank >= members.length - this.after) break;
      if (begins) changed.push([heads.get(member) ?? this.begin(member), []]);
      else this.end(member);
      changed[changed.length - 1]?.[1].push(member);
    }
    for (const name of this.gone) changed.push([name, []]);
    this.gone = [];
    this.touched = false;
    this.before = this.after = members.length;
    return changed;
  }

  private begin(member: Block): string {
    const name = `${this.name} ${++this.count}`;
    this.heads.set(member, name);
    return name;
  }

  private end(member: Block): void {
    const name = this.heads.get(member);
    if (name === undefined) return;
    this.gone.push(name);
    this.heads.delete(member);
  }

  private touchFrom(rank: number, to: number): void {
    this.touched = true;
    this.before = Math.min(this.before, rank);
    this.after = Math.min(this.after, Math.max(0, this.members.length - to));
  }

  private endsTurn(member: Block, next: Block): boolean {
    const { blocks, kind } = this;
    const from = blocks.placeOf(member)?.index ?? 0;
    const to = blocks.placeOf(next)?.index ?? 0;
    for (let i = from + 1; i < to; i++) if (kind.endsTurn(blocks.at(i) as Block)) return true;
    return false;
  }
}

/** Returns the index at which to insert a block into members in document order. If the block replaces `old`, returns the index of `old`. */
export function rankIn(members: readonly Block[], block: Block, blocks: BlockSequence, old?: Block): number {
  const indexOf = (member: Block) => blocks.placeOf(member)?.index ?? -1;
  const index = indexOf(block);
  const last = members[members.length - 1];
  if (last !== undefined && last !== old && indexOf(last) < index) return members.length;
  let low = 0;
  let high = members.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (members[middle] === old) return middle;
    if (indexOf(members[middle] as Block) < index) low = middle + 1;
    else high = middle;
  }
  return low;
}
