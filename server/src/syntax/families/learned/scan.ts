/**
 * Cuts text into blocks for a learned dialect. A message begins with the entire text that the template writes before it, so its header need
 * not be parsed. If several of these texts match, the longest one counts.
 */
import { toolRole, userRole } from '../../../grammar/index.ts';
import { Trait } from '../../block.ts';
import { Cutter, type Scanned, type Stretch, skipSpace } from '../../cutter.ts';
import { maximum } from '../../lists.ts';
import type { Family } from '../family.ts';
import { escaped } from './escaped.ts';
import type { LearnedFacts, LearnedOpener } from './facts.ts';
import { type FoundMark, MarkSearch, type MarkTable, markTable } from './mark-search.ts';

/** The marks for which the scanner searches. */
export interface LearnedScan {
  readonly marks: MarkTable;
  readonly openers: ReadonlyMap<string, LearnedOpener>;
  readonly terminators: ReadonlySet<string>;
  readonly resumes: ReadonlySet<string>;
  readonly lead: RegExp;
  readonly longest: number;
  readonly facts: LearnedFacts;
}

export function learnedScan(facts: LearnedFacts): LearnedScan {
  const all = [...facts.openers.map(({ text }) => text), ...facts.terminators, ...facts.marks];
  const lead = [...facts.lead].sort((a, b) => b.length - a.length).map(escaped);
  return {
    marks: markTable(all),
    openers: new Map(facts.openers.map((opener) => [opener.text, opener])),
    terminators: new Set(facts.terminators),
    resumes: new Set(facts.resumes),
    lead: new RegExp(`^\\uFEFF?(?:\\s*(?:${lead.length > 0 ? lead.join('|') : '(?!)'}))*\\s*`),
    longest: maximum([0, ...all.map(({ length }) => length)]),
    facts,
  };
}

export const scanLearned = (family: Family, scan: LearnedScan, stretch: Stretch): Scanned =>
  new LearnedScanner(family, scan, stretch).run();

class LearnedScanner extends Cutter {
  /** Searches the stretch, and as much text after it as a mark may extend into. */
  private readonly search: MarkSearch;
  /** Whether no user message has occurred yet. */
  private isFirst: boolean;
  /** Whether the next message is the model's and has no opener, since it follows a reply. */
  private resumed: boolean;

  constructor(
    family: Family,
    private readonly scan: LearnedScan,
    private readonly stretch: Stretch,
  ) {
    super(family, stretch.text, stretch.afterAngle === true);
    const { after = '', last, text, first, opening = 0 } = stretch;
    this.search = new MarkSearch(scan.marks, last || after === '' ? text : text + after.slice(0, scan.longest));
    this.isFirst = scan.facts.merges === 'first' && (first || (opening & Trait.FirstTurn) !== 0);
    this.resumed = (opening & Trait.Implied) !== 0;
  }

  run(): Scanned {
    const { text, blocks } = this;
    let goesOn = !this.stretch.first || this.prelude();
    while (goesOn && this.at < text.length) goesOn = this.message();
    const opening = (this.isFirst ? Trait.FirstTurn : 0) | (this.resumed ? Trait.Implied : 0);
    return { blocks, end: this.at, ...(opening !== 0 && { opening }) };
  }

  /** Adds the text before the first opener. Returns false if the stretch is too short to decide. */
  private prelude(): boolean {
    const { text, scan, stretch } = this;
    const start = this.nextOpener(0);
    if (start !== undefined && this.reachesOut(start)) return false;
    const to = start?.at ?? text.length;
    if (to === 0) return true;
    const leading = scan.lead.exec(text.slice(0, to))?.[0].length ?? 0;
    const open = start === undefined && stretch.last ? Trait.Open : 0;
    if (leading >= to || !scan.facts.leadsSystem) {
      this.push('prelude', to, open | (leading < to ? Trait.OddGap : 0), 0, 0, 0, 0);
      return true;
    }
    let end = to;
    while (end > leading && isSpace(text.charCodeAt(end - 1))) end--;
    this.push(
      'message',
      to,
      Trait.HasMessage | (this.isFirst ? Trait.FirstTurn : 0) | open | this.oddIn(leading, end),
      leading,
      leading,
      end,
      end,
    );
    return true;
  }

  /** Returns the trait `OddBody` if a stretch of a body contains a mark, otherwise 0. */
  private oddIn(from: number, to: number): number {
    const foundMark = this.markFrom(from);
    return foundMark !== undefined && foundMark.at < to ? Trait.OddBody : 0;
  }

  private message(): boolean {
    const { text, scan, stretch } = this;
    const first = this.isFirst ? Trait.FirstTurn : 0;
    const begun = this.markFrom(this.at);
    const opener = begun?.at === this.at ? scan.openers.get(begun.text) : undefined;
    const implied = this.resumed ? Trait.Implied : 0;
    const headerEnd = this.at + (opener?.text.length ?? 0);
    if (headerEnd > text.length) return false;
    const bodyStart = headerEnd + padAt(text, headerEnd, opener?.pad ?? '');
    // An opener that names no role is followed by a role that the template does not write.
    let traits =
      Trait.HasMessage | first | implied | (opener !== undefined && opener.role === undefined ? Trait.OddBody : 0);
    let foundMark = this.markFrom(headerEnd);
    while (foundMark !== undefined && !scan.openers.has(foundMark.text) && !scan.terminators.has(foundMark.text)) {
      traits |= Trait.OddBody;
      if (this.reachesOut(foundMark)) return false;
      foundMark = this.markFrom(foundMark.at + foundMark.text.length);
    }
    if (foundMark !== undefined && this.reachesOut(foundMark)) return false;
    const within = foundMark !== undefined && foundMark.at < text.length ? foundMark : undefined;
    if (within === undefined && stretch.last) {
      // Without a terminator, the body extends to the end of the text.
      this.push(
        'message',
        text.length,
        traits | Trait.Open,
        headerEnd,
        Math.min(bodyStart, text.length),
        text.length,
        text.length,
      );
    } else if (within !== undefined && scan.terminators.has(within.text)) {
      return this.closed(within, traits, headerEnd, bodyStart, opener);
    } else {
      const to = within?.at ?? text.length;
      const next = scan.openers.get(foundMark?.text ?? '');
      const doubtful = opener?.closes && next?.closes ? Trait.Doubtful : 0;
      const follows = next?.role === undefined ? 0 : Trait.RoleFollows;
      const end = beforeTail(text, to, Math.min(bodyStart, to), opener?.tail ?? '');
      this.push('message', to, traits | doubtful | follows, headerEnd, Math.min(bodyStart, end), end, end);
    }
    this.isFirst &&= opener?.role !== userRole;
    this.resumed = false;
    return true;
  }

  private closed(
    { at, text: mark }: FoundMark,
    traits: number,
    headerEnd: number,
    bodyStart: number,
    opener: LearnedOpener | undefined,
  ): boolean {
    const { text, scan } = this;
    const end = at + mark.length;
    const resumption = opener?.role === toolRole ? this.resumption(end) : undefined;
    const next = resumption ?? this.nextOpener(end);
    if (next !== undefined && this.reachesOut(next)) return false;
    const to = Math.min(next?.at ?? text.length, text.length);
    const gap = skipSpace(text, end) < to && !onlyLead(text.slice(end, to), scan.lead) ? Trait.OddGap : 0;
    const bodyEnd = beforeTail(text, at, Math.min(bodyStart, at), opener?.tail ?? '');
    this.push('message', to, traits | gap, headerEnd, Math.min(bodyStart, bodyEnd), bodyEnd, end, mark);
    this.isFirst &&= opener?.role !== userRole;
    this.resumed = resumption !== undefined;
    return true;
  }

  /** Finds the mark with which the model continues right after a reply. */
  private resumption(from: number): FoundMark | undefined {
    const { text, scan } = this;
    const foundMark = scan.resumes.size > 0 ? this.markFrom(from) : undefined;
    const follows = foundMark !== undefined && foundMark.at < text.length && skipSpace(text, from) === foundMark.at;
    return follows && scan.resumes.has(foundMark.text) ? foundMark : undefined;
  }

  private nextOpener(from: number): FoundMark | undefined {
    let foundMark = this.markFrom(from);
    while (foundMark !== undefined && !this.scan.openers.has(foundMark.text))
      foundMark = this.markFrom(foundMark.at + foundMark.text.length);
    return foundMark;
  }

  private markFrom(from: number): FoundMark | undefined {
    return this.search.after(from);
  }

  /** Whether a mark extends beyond the stretch, so that the stretch is too short to decide. */
  private reachesOut({ at, text }: FoundMark): boolean {
    return at < this.text.length && at + text.length > this.text.length;
  }
}

const onlyLead = (text: string, lead: RegExp) => (lead.exec(text)?.[0].length ?? 0) >= text.length;

const isSpace = (unit: number) => unit === 10 || unit === 13 || unit === 32 || unit === 9;

/** The length of the white space at an offset that belongs to the frame. */
function padAt(text: string, at: number, pad: string): number {
  if (pad === '' || text.startsWith(pad, at)) return pad.length;
  const windows = pad.replaceAll('\n', '\r\n');
  return text.startsWith(windows, at) ? windows.length : 0;
}

function beforeTail(text: string, to: number, from: number, tail: string): number {
  if (tail === '') return to;
  const end = to - tail.length;
  if (end >= from && text.startsWith(tail, end)) return end;
  const windows = tail.replaceAll('\n', '\r\n');
  const start = to - windows.length;
  return start >= from && text.startsWith(windows, start) ? start : to;
}
