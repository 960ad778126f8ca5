/** Provides the current row of a data set to the preview: the server opens the row as a document. */
import { l10n, type Uri } from 'vscode';
import type { OpenedRow } from '../../../protocol/data-sets.ts';
import { Later, type Origin, type Reader } from '../preview/origin.ts';
import { sendRequest } from '../send-request.ts';
import { rowUri } from './data-set-file.ts';

interface Row {
  readonly number: number;
  /** Whether the whole row is shown, even if it is long. */
  readonly isWhole: boolean;
}

interface DataSetPanel {
  readonly uri: Uri;
  readonly reader: Reader;
  /** The id of the data set; undefined while it is not open. */
  id(): number | undefined;
  /** Called when the page is ready, or when the user retries. */
  again(): void;
  /** Called after a row has been opened. */
  opened(row: Row, answer: OpenedRow): void;
}

export class RowOrigin implements Origin {
  readonly title = undefined;
  readonly follower = undefined;
  readonly isFollowed = false;
  private current: Row | undefined;
  private opening: { readonly row: Row; readonly id: number; readonly answer: Promise<OpenedRow | null> } | undefined;

  constructor(private readonly panel: DataSetPanel) {}

  get uri(): Uri {
    return this.panel.uri;
  }

  get source(): Uri {
    return this.current ? rowUri(this.uri, this.current.number) : this.uri;
  }

  get row(): Row | undefined {
    return this.current;
  }

  get isThere(): boolean {
    return this.current !== undefined && this.panel.id() !== undefined;
  }

  get whyNothing(): string {
    const number = (this.current?.number ?? 1).toLocaleString('en');
    return l10n.t(
      'Row {0} is not a conversation: no messages were found in it. “Open Row as Document” shows its text.',
      number,
    );
  }

  /** Shows another row, or the whole of the current row, which was too long at first. */
  choose(row: Row): void {
    this.current = row;
  }

  async textDocument(): Promise<{ readonly uri: string }> {
    const { current: row } = this;
    const id = this.panel.id();
    if (row === undefined || id === undefined) throw new Later();
    const isOpening = this.opening?.row === row && this.opening.id === id;
    if (!isOpening) this.opening = { row, id, answer: this.open(id, row) };
    const answer = await this.opening?.answer;
    if (answer === null || answer === undefined)
      throw new Error(l10n.t('row {0} could not be read', row.number.toLocaleString('en')));
    return { uri: answer.uri };
  }

  private async open(id: number, row: Row): Promise<OpenedRow | null> {
    const { client } = this.panel.reader;
    const { number, isWhole } = row;
    const answer = await sendRequest(client, 'ocml/openRow', { id, number, ...(isWhole && { whole: true }) });
    if (answer && row === this.current) this.panel.opened(row, answer);
    return answer;
  }

  again(): void {
    this.opening = undefined;
    this.panel.again();
  }

  /** Nothing to do: the row is not in an editor in which the effects of a template or of training could be marked. */
  tell(): void {}

  tellTraining(): void {}

  end(): void {}
}
