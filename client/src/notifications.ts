/**
 * Notifications and questions for users. VS Code makes links of `[…](…)` in notifications and in the language status,
 * commands included, and icons of `$(…)` in labels. Names of files, words of documents and messages of errors may be a
 * stranger's: here they are text.
 */
import { type QuickPickItem, type QuickPickOptions, window } from 'vscode';

/** Characters that turn the direction of text or begin a line, and other controls. */
const acting = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
/** In UTF-16 units: users do not read more in a notification, and VS Code looks for links in all of it. */
const TEXT_LIMITS = { sentence: 1000, name: 100 };

const escaped = (character: string) => `\\u{${character.codePointAt(0)?.toString(16)}}`;

const shortened = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…` : text;

const literal = (text: string) =>
  text.replace(/\s+/g, ' ').replaceAll('$(', '$ (').replaceAll('](', '] (').replace(acting, escaped);

/** A sentence as it is read: nothing in it acts. */
export const asText = (text: string): string => literal(shortened(text, TEXT_LIMITS.sentence));

/** A name of a document, or in one. */
export const asName = (text: string): string => literal(shortened(text, TEXT_LIMITS.name));

export const showInformation = (said: string, ...buttons: string[]): Thenable<string | undefined> =>
  window.showInformationMessage(asText(said), ...buttons);

export const showWarning = (said: string, ...buttons: string[]): Thenable<string | undefined> =>
  window.showWarningMessage(asText(said), ...buttons);

export const showError = (said: string, ...buttons: string[]): Thenable<string | undefined> =>
  window.showErrorMessage(asText(said), ...buttons);

/** One of several things, as the user chooses. Their icons are in `iconPath`. */
export async function pick<T extends QuickPickItem>(
  items: readonly T[],
  options: QuickPickOptions,
): Promise<T | undefined> {
  const shown = items.map((item) => ({
    ...item,
    label: asText(item.label),
    ...(item.description !== undefined && { description: asText(item.description) }),
    item,
  }));
  // A button of the walkthrough takes the focus back when it is released, and would close the list with that.
  const ignoreFocusOut = window.activeTextEditor === undefined;
  return (await window.showQuickPick(shown, { ignoreFocusOut, ...options }))?.item;
}
