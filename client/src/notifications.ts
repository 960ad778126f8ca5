/**
 * Notifications and questions for users. VS Code turns `[…](…)` in notifications and in the language status into links, including command
 * links, and `$(…)` in labels into icons. File names, words in documents and error messages may be untrusted, so they become plain text
 * here.
 */
import { type QuickPickItem, type QuickPickOptions, window } from 'vscode';

/** Matches characters that change the direction of text or begin a line, and other control characters. */
const acting = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
/** The maximum lengths in UTF-16 units. Users do not read longer texts in a notification, and VS Code searches the whole text for links. */
const TEXT_LIMITS = { sentence: 1000, name: 100 };

const escaped = (character: string) => `\\u{${character.codePointAt(0)?.toString(16)}}`;

const shortened = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…` : text;

const literal = (text: string) =>
  text.replace(/\s+/g, ' ').replaceAll('$(', '$ (').replaceAll('](', '] (').replace(acting, escaped);

/** Returns a sentence as plain text, without links, icons or control characters. */
export const asText = (text: string): string => literal(shortened(text, TEXT_LIMITS.sentence));

/** Returns the name of a document, or of something in a document, as plain text. */
export const asName = (text: string): string => literal(shortened(text, TEXT_LIMITS.name));

export const showInformation = (message: string, ...buttons: string[]): Thenable<string | undefined> =>
  window.showInformationMessage(asText(message), ...buttons);

export const showWarning = (message: string, ...buttons: string[]): Thenable<string | undefined> =>
  window.showWarningMessage(asText(message), ...buttons);

export const showError = (message: string, ...buttons: string[]): Thenable<string | undefined> =>
  window.showErrorMessage(asText(message), ...buttons);

/** Lets the user choose one of several items. Icons belong in `iconPath`. */
export async function pick<T extends QuickPickItem>(
  items: readonly T[],
  options: QuickPickOptions,
): Promise<T | undefined> {
  const quickPickItems = items.map((item) => ({
    ...item,
    label: asText(item.label),
    ...(item.description !== undefined && { description: asText(item.description) }),
    item,
  }));
  // When the user clicks a button of a walkthrough, the button takes the focus back, which must not close the list.
  const ignoreFocusOut = window.activeTextEditor === undefined;
  return (await window.showQuickPick(quickPickItems, { ignoreFocusOut, ...options }))?.item;
}
