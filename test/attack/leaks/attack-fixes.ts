/** Makes faults, and checks what users see after each fix. */
import { faultCount } from './attack.ts';
import { apply, faultsOf } from './faults.ts';
import { revealing } from './fixes.ts';
import { type Leak, Report } from './report.ts';
import { picker } from './sample.ts';
import { seed, shareOf } from './settings.ts';
import type { Subject } from './subject.ts';

/** The number of faults for which fixes are tried. It is small because each takes as long as ten views. */
const usual = 150;
const most = 10_000;

export async function attackFixes(subjects: readonly Subject[]): Promise<Report> {
  const report = new Report();
  const isPicked = picker(shareOf(faultCount(subjects), usual, most), seed);
  for (const subject of subjects) {
    const secrets = [...subject.hidden, ...subject.shown];
    for (const fault of faultsOf(subject)) {
      if (!isPicked()) continue;
      const text = apply(subject, fault);
      const found = await revealing({ ...subject, text });
      const leaks = found.flatMap(({ offer, word, wrong }): Leak[] => {
        const canary = secrets.find((one) => one.word === word);
        return canary ? [{ subject, fault, canary, text, via: `${offer.title}, which ${wrong}` }] : [];
      });
      report.add(subject.group, leaks);
    }
  }
  return report;
}
