import { isUnchosen, profileNamed } from '../../grammar/index.ts';
import { memberOf, textOf } from '../../syntax/json/nodes.ts';
import { type JsonContext, valueSpan } from '../support/json-scope.ts';
import type { JsonRule, Report } from '../support/rule.ts';
import { findingsIn } from './readers/index.ts';

/** Reports parts that the API or trainer of the chosen profile rejects, quoting its error text if known. */
export const rule: JsonRule = {
  code: 'profile-rejects',
  title: "Rejected by the profile's API or trainer",
  section: 'Language notes, A-145',
  level: 'error',
  json: {
    dialects: ['messages', 'json'],
    silentOnPlainValues: true,
    check: (context, report) => tell(context, report, undefined),
  },
};

/** Whether the value is a request whose `messages` are not a list, so that its shape is not recognized. */
const isBrokenRequest = ({ reading: { root } }: JsonContext) =>
  textOf(root, 'model') !== undefined && memberOf(root, 'messages') !== undefined;

/**
 * Reports either the dropped or misread parts (`drops`) or the rejected ones. If another rule reports the same fault, the checker joins the
 * two reports (`joinProfile`).
 */
export function tell(context: JsonContext, report: Report, drops: true | undefined): void {
  const { chosenProfile, text, dialect } = context;
  if (chosenProfile === undefined || (isUnchosen(dialect) && !isBrokenRequest(context))) return;
  const { reader, raises } = profileNamed(chosenProfile) ?? {};
  for (const { span, says, words, codes = [], scope = span, drops: isDropped, milder } of findingsIn(context)) {
    if (isDropped !== drops) continue;
    const quoted = words === undefined ? undefined : `“${words}”`;
    const saying = `${reader} ${isDropped ? 'reports' : raises ? 'raises' : 'rejects this with'} `;
    const answer = quoted && saying + quoted;
    const { start, end } = valueSpan(text, span);
    // If another rule also reports the fault, this text is added to its report.
    const added = isDropped ? says : (answer ?? `${reader} rejects this.`);
    report({ start, end }, answer === undefined ? says : `${says} ${answer}`, {
      data: { profile: { codes, start: scope.start, end: scope.end, added } },
      ...(milder && { milder }),
    });
  }
}
