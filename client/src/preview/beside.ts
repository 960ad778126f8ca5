/** The editor next to a preview, and the positions in it to which the preview scrolls. */
import { l10n, type TextDocument, type TextEditor, type Uri, ViewColumn, type WebviewPanel, window } from 'vscode';
import { showWarning } from '../notifications.ts';
import { editorOf, isShown } from './document.ts';
import { revealIn, scrollEditor } from './places.ts';
import type { Position } from './protocol.ts';
import { top } from './window.ts';

/**
 * The time in milliseconds after the page has scrolled. During this time, scrolling of the editor is attributed to the page, not to the
 * user.
 */
const echo = 250;

export class Beside {
  private led = 0;

  constructor(
    private readonly panel: Pick<WebviewPanel, 'viewColumn'>,
    private readonly document: () => Uri,
  ) {}

  private get editor(): TextEditor | undefined {
    return editorOf(this.document());
  }

  /** The first position visible in the editor. */
  get first(): Position {
    return placeOf(this.editor?.visibleRanges[0]?.start);
  }

  get cursor(): Position | undefined {
    return this.editor && placeOf(this.editor.selection.active);
  }

  shows(document: TextDocument): boolean {
    return isShown(document, this.document());
  }

  /** Whether the user is scrolling the editor. If not, the editor is following the page. */
  get leads(): boolean {
    return Date.now() >= this.led;
  }

  scrollTo(position: Position): void {
    this.led = Date.now() + echo;
    scrollEditor(this.editor, position);
  }

  /** Shows a position in the editor next to the preview, which is opened if necessary. */
  async reveal(position: Position): Promise<void> {
    await revealIn(() => this.editor ?? this.open(), position);
  }

  /** Shows the document in an editor, and moves the focus to that editor. */
  async enter(): Promise<void> {
    try {
      await window.showTextDocument(this.document(), { viewColumn: this.editor?.viewColumn ?? ViewColumn.One });
    } catch (error) {
      void showWarning(l10n.t('The file could not be shown: {0}', (error as Error).message));
    }
  }

  private open(): Thenable<TextEditor> {
    const viewColumn = this.panel.viewColumn === ViewColumn.One ? ViewColumn.Beside : ViewColumn.One;
    return window.showTextDocument(this.document(), { viewColumn, preserveFocus: true });
  }
}

const placeOf = ({ line, character }: Position = top): Position => ({ line, character });
