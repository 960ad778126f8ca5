/** Makes faults, and checks what users see. */
import { isExcused } from './excuse.ts';
import { apply, faultsOf } from './faults.ts';
import { type Leak, Report } from './report.ts';
import { picker } from './sample.ts';
import { seed, shareOf } from './settings.ts';
import type { Canary, Subject } from './subject.ts';
import { openText, publicText, unmarkedText } from './views.ts';

const usual = 2_500;
/** One in this many texts is also checked in the debug view. */
const debugged = 16;
const secret = /CANARY\d\dSECRET/g;

/** Returns the different canaries in a text. */
export function canariesIn(text: string, { hidden }: Subject): Canary[] {
  if (!text.includes('CANARY')) return [];
  const words = new Set(text.match(secret));
  return hidden.filter(({ word }) => words.has(word));
}

export const faultCount = (subjects: readonly Subject[]): number =>
  subjects.reduce((sum, subject) => sum + faultsOf(subject).length, 0);

/** Tries a share of all faults of the subjects. Reports what is shown but must not be, and how much stays visible. */
export function attack(subjects: readonly Subject[]): Report {
  const report = new Report();
  const isPicked = picker(shareOf(faultCount(subjects), usual), seed);
  for (const subject of subjects) {
    // Words that are shown without any fault are reported once, by the test of complete transcripts.
    const known = canariesIn(publicText(openText(subject)), subject);
    for (const fault of faultsOf(subject)) {
      if (!isPicked()) continue;
      const text = apply(subject, fault);
      const document = openText({ ...subject, text });
      const seen = publicText(document);
      const debug = report.tried % debugged === 0 ? unmarkedText(document) : '';
      const leaks = canariesIn(seen + debug, subject)
        .filter((canary) => !known.includes(canary) && !isExcused(subject, canary, fault, text))
        .map((canary): Leak => ({ subject, fault, canary, text, via: '' }));
      report.add(subject.group, leaks, kept(subject, text, seen));
    }
  }
  return report;
}

/** Counts the visible words that the fault left in the text. Returns how many of them are shown, and their total. */
function kept({ shown }: Subject, text: string, seen: string): readonly [number, number] {
  const left = shown.filter(({ word }) => text.includes(word));
  return [left.filter(({ word }) => seen.includes(word)).length, left.length];
}
