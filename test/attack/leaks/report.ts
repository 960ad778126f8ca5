/** Leaks, in classes: the same kind of fault at the same kind of place, showing the same kind of thing. */
import type { Fault } from './faults.ts';
import { type Canary, isJson, type Subject } from './subject.ts';

export interface Leak {
  readonly subject: Subject;
  readonly fault: Fault;
  readonly canary: Canary;
  /** The text whose public view shows the canary. */
  readonly text: string;
  /** The fix that did it; empty for the fault alone. */
  readonly via: string;
}

interface Total {
  tried: number;
  leaked: number;
  /** Visible words that were seen, and that were there. */
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

  /** One line a group. */
  table(): string {
    return [...this.totals]
      .map(([group, { tried, leaked, seen, left }]) => {
        const share = left === 0 ? '' : `, ${Math.round((100 * seen) / left)} % of what is visible stays so`;
        return `${group}: ${tried} faults, ${leaked} leak${share}`;
      })
      .join('\n');
  }

  /** By group, the part of the visible words that is seen; only where there are some. */
  shares(): [group: string, share: number][] {
    return [...this.totals].flatMap(([group, { seen, left }]) => (left === 0 ? [] : [[group, seen / left]]));
  }

  /** The classes, the largest first, each with its shortest examples; empty if nothing leaked. */
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
  // A fix that reveals does so wherever it is offered; what it names differs with the fault.
  if (via !== '') return `${subject.group} | after the fix ${via.replace(/ for `[^`]*`+[^`]*?(?=["`,])/, '')}`;
  return `${place} | shows ${canary.place}`;
}

/** The token or word that a fault is in. */
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
