/** Collects leaks in classes. The leaks of a class have the same kind of fault in the same context and show the same kind of text. */
import type { Fault } from './faults.ts';
import { type Canary, isJson, type Subject } from './subject.ts';

export interface Leak {
  readonly subject: Subject;
  readonly fault: Fault;
  readonly canary: Canary;
  /** The text with the fault, whose public view shows the canary. */
  readonly text: string;
  /** The title of the fix that caused the leak. It is empty if the fault alone did. */
  readonly via: string;
}

interface Total {
  tried: number;
  leaked: number;
  /** The number of visible words that were shown, and the number that were left in the text. */
  seen: number;
  left: number;
}

export class Report {
  readonly totals = new Map<string, Total>();
  tried = 0;
  private readonly classes = new Map<string, Leak[]>();

  add(group: string, leaks: readonly Leak[], [seen, left]: readonly [number, number] = [0, 0]): void {
    const total = this.totals.get(group) ?? { tried: 0, leaked: 0, seen: 0, left: 0 };
    this.totals.set(group, total);
    total.tried++;
    this.tried++;
    total.seen += seen;
    total.left += left;
    if (leaks.length > 0) total.leaked++;
    for (const leak of leaks) {
      const key = classOf(leak);
      const list = this.classes.get(key);
      if (list) list.push(leak);
      else this.classes.set(key, [leak]);
    }
  }

  /** Returns a summary with one line for each group. */
  table(): string {
    return [...this.totals]
      .map(([group, { tried, leaked, seen, left }]) => {
        const share = left === 0 ? '' : `, ${Math.round((100 * seen) / left)} % of what is visible stays so`;
        return `${group}: ${tried} faults, ${leaked} leak${share}`;
      })
      .join('\n');
  }

  /** Returns the share of visible words that are shown, for each group that has visible words. */
  shares(): [group: string, share: number][] {
    return [...this.totals].flatMap(([group, { seen, left }]) => (left === 0 ? [] : [[group, seen / left]]));
  }

  /** Returns the classes from the largest to the smallest, each with its shortest examples, or an empty string if nothing leaked. */
  worklist(most = Number(process.env.OCML_CLASSES ?? 100)): string {
    const sorted = [...this.classes].sort(([, a], [, b]) => b.length - a.length);
    const shown = sorted.slice(0, most).map(([name, leaks]) => {
      const shortest = [...leaks].sort((a, b) => a.text.length - b.text.length).slice(0, 3);
      return [`${leaks.length} × ${name}`, ...shortest.map(exampleOf)].join('\n');
    });
    const rest = sorted.length > most ? [`… and ${sorted.length - most} classes more`] : [];
    return [...shown, ...rest].join('\n\n');
  }
}

function classOf({ subject, fault, canary, via }: Leak): string {
  const [, family = fault.kind] = /^(character|token)/.exec(fault.kind) ?? [];
  const place = `${subject.group} | ${family} at ${placeOf(subject, fault)}`;
  // A fix that reveals text does so wherever it is offered, so the position is not part of the class. Words that vary in the title of the
  // fix are removed.
  if (via !== '') return `${subject.group} | after the fix ${via.replace(/ for `[^`]*`+[^`]*?(?=["`,])/, '')}`;
  return `${place} | shows ${canary.place}`;
}

/** Returns the token or word that contains the fault. */
function placeOf({ text, target, dialect }: Subject, { start, end, kind }: Fault): string {
  const at = kind.startsWith('begun') ? end : start;
  if (at >= text.length || at < target.start) return 'the edge';
  for (const { index, 0: word } of text.matchAll(/<\|\w+\|>|<\/?\w+>|[\w.=]+|\s+|[^\w\s<]|</g)) {
    if (at >= index + word.length) continue;
    if (/^(?:CANARY|MARKER)/.test(word)) return 'a body';
    return isJson(dialect) && !/^[\w<]/.test(word) ? 'the frame' : JSON.stringify(word);
  }
  return 'the edge';
}

function exampleOf({ text, fault, canary, subject }: Leak): string {
  const short = text.length > 700 ? `…${text.slice(Math.max(0, fault.start - 250), fault.start + 350)}…` : text;
  return `    ${fault.kind} in ${subject.name}, shows ${canary.word}\n    ${JSON.stringify(short)}`;
}
