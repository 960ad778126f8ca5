/** The pages of the rules, and the documents on them. */
import type { AnyDialectId, MessageProfile } from '../../server/src/grammar/index.ts';
import type { Problem } from '../../server/src/rules/support/rule.ts';
import { templateLevel } from '../../server/src/rules/template-problems.ts';
import { problemsOfFile } from '../../server/src/templates/document/file.ts';
import { jinjaTemplate } from '../../server/src/templates/jinja-template.ts';
import { RowChecker } from '../../server/src/templates/rows/checker.ts';
import { levelled, problemsOfRow } from '../../server/src/templates/rows/problems.ts';

export interface PageDocument {
  readonly text: string;
  /** Whether the document is a chat template. */
  readonly jinja: boolean;
  /** The dialect of JSON and `.harmony` files. An `.ocml` file shows its dialect itself. */
  readonly dialect: AnyDialectId | undefined;
  /** The severity, if it differs from the default of the code, as for tags in ChatML. */
  readonly severity: string | undefined;
  /** The profile of the lists of messages, if the fence names it (`profile=openai`). */
  readonly profile: MessageProfile | undefined;
}

export function documentsIn(markdown = ''): PageDocument[] {
  return [
    ...markdown.matchAll(/^```(ocml|json|jinja)(?: ([\w-]+))?(?: profile=([\w-]+))?(?: \((\w+)\))?\n([^]*?)\n```$/gm),
  ].map(([, language, dialect, profile, severity, text = '']) => ({
    text,
    jinja: language === 'jinja',
    severity,
    profile: profile as MessageProfile | undefined,
    dialect: dialect as AnyDialectId | undefined,
  }));
}

/** Returns the documents that a page is about. If there are conversations, a template is only there to check them. */
export function conversationsOr(documents: readonly PageDocument[]): readonly PageDocument[] {
  const conversations = documents.filter(({ jinja }) => !jinja);
  return conversations.length > 0 ? conversations : documents;
}

export type Found = Pick<Problem, 'code' | 'severity' | 'message'>;

/** Returns the problems in a template, or in a conversation that is checked with a template. */
export function problemsUnder(document: PageDocument, template: PageDocument | undefined): Found[] {
  if (!document.jinja && template)
    return levelled(problemsOfRow(new RowChecker(jinjaTemplate('T', template.text)), document.text), {});
  return (problemsOfFile('chat_template.jinja', document.text) ?? []).map(({ code, message, milder }) => ({
    ...{ code, message },
    severity: templateLevel(code, {}, milder) as Found['severity'],
  }));
}
