/** Finds the problems that the checker of a dialect would report by mistake in texts that the dialect's own template has written. */
import { createChecker, openDocument } from '../documents/document.ts';
import type { LearnedDialectId } from '../grammar/index.ts';
import { dropFamily } from '../syntax/families/index.ts';
import type { Excuse, LearnedFacts } from '../syntax/families/learned/facts.ts';
import { knowDialects } from '../syntax/families/learned/know.ts';
import type { Template } from '../templates/template.ts';
import { formsWithin } from './choose-forms.ts';
import { beginProbes, observeBoth, type Setting } from './observe.ts';
import { toolSets } from './probes.ts';
import { probeOf, sentinel } from './sentinels.ts';
import { MIN_OPENER } from './transition-reader.ts';

/** Complete conversations (`whole`), and conversations that await an answer (`open`). Each is tried with and without tools. */
const whole = ['U A', 'U A U A', 'S U A', 'S U A U A', 'D U A', 'U T', 'U T U T', 'U C R A U A', 'U C R C R A'];
const wholeToo = ['S U C R A', 'S U C R C R A', 'U K R R A', 'U X R T', 'U B R A', 'S U A U C R A', 'U Z R A'];
const open = ['U', 'S U', 'U A U', 'U C R', 'U K R R'];

/** The id of a dialect while its excuses are being found; no document has this id. */
const trial: LearnedDialectId = 'template:trial';

/** The maximum length of the text of an excuse (UTF-16 units). An excuse applies to all texts that begin with its text. */
const MAX_EXCUSED_LENGTH = 60;

/**
 * Returns the excuses for a dialect: the problems that its checker reports in texts that `template` writes with the setting
 * `baseSetting`.
 */
export function excusesFor(facts: LearnedFacts, template: Template, baseSetting: Setting): readonly Excuse[] {
  const excuseByKey = new Map<string, Excuse>();
  const setting = beginProbes(baseSetting);
  const forms = formsWithin(template, setting);
  dropFamily(trial);
  knowDialects([{ ...facts, id: trial, excuses: [] }]);
  const add = (text: string) => {
    for (const one of problemsOf(text)) excuseByKey.set(`${one.code} ${one.text}`, one);
  };
  try {
    for (const tools of [[], toolSets[0] ?? []]) {
      for (const spelling of [...whole, ...wholeToo])
        for (const { text } of observeBoth(template, probeOf(spelling, forms, tools), setting).slice(0, 1)) add(text);
      for (const spelling of open)
        for (const { text } of observeBoth(template, probeOf(spelling, forms, tools), setting).slice(1)) add(text);
    }
  } finally {
    dropFamily(trial);
  }
  return [...excuseByKey.values()];
}

/**
 * The codes of rules that compare calls with replies. In test conversations, all of them match. If one of these rules reports a problem,
 * the template omits calls, or writes them in such a way that they cannot be compared, so the rule is switched off.
 */
const pairing: ReadonlySet<string> = new Set(['call-id-unmatched', 'call-unanswered', 'tool-name-mismatch']);

function problemsOf(text: string): readonly Excuse[] {
  const checker = createChecker(openDocument('excuses:', 'ocml', 0, text, trial), { strict: false, levels: {} });
  return checker.problems(Number.POSITIVE_INFINITY).problems.flatMap((placed) => {
    const { code, start, end } = placed.problem;
    if (pairing.has(code)) return [{ code, text: '' }];
    const base = checker.offsetOf(placed);
    const flagged = text.slice(base + start, Math.min(base + end, base + start + MAX_EXCUSED_LENGTH));
    const [templateText = ''] = flagged.split(sentinel);
    // A problem that begins with content, and not with text of the template, is genuine and is not excused: the content really is
    // outside messages, or in an unclosed message.
    return templateText.trim().length < MIN_OPENER ? [] : [{ code, text: templateText }];
  });
}
