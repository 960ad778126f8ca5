/** Applies the user's choices: which messages of a document are shown, around which position, and whether with hidden layers. */
import type { MessageAlternatives } from './message-alternatives.ts';
import type { PreviewParts } from './preview-parts.ts';
import type { Filter, Mode } from './protocol.ts';
import { type Around, top } from './window.ts';

export class ViewChoices {
  constructor(
    private readonly preview: PreviewParts,
    private readonly alternatives: MessageAlternatives,
  ) {}

  showAround(window: Around): void {
    this.preview.wanted.goTo(window);
    this.preview.refresh(0);
  }

  /**
   * Changes the given options of the view, keeps the others, and requests the view again. With the key `template`, also returns from a
   * prompt or training to the messages.
   */
  choose(what: { debug?: boolean; mode?: Mode; only?: Filter; template?: undefined }): void {
    const { wanted, shown } = this.preview;
    const { debug = wanted.debug, mode = wanted.mode, only = wanted.only } = what;
    // A rank or a number only applies to the previous view, so keep the position instead.
    if (!('around' in wanted.window)) wanted.window = { around: shown.first ?? top };
    [wanted.debug, wanted.mode, wanted.only] = [debug, mode, only];
    if ('template' in what) this.alternatives.setTemplate(undefined);
    this.alternatives.setTraining('template' in what ? undefined : wanted.training);
    this.preview.keep();
    this.preview.refresh(0);
  }

  /** Shows another conversation of a session, beginning at the position where it branches off. */
  showBranch(branch: string | undefined): void {
    const { wanted, shown } = this.preview;
    const chosen = shown.messages?.session?.branches.find(({ id }) => id === branch);
    if (chosen) wanted.goTo({ around: chosen.position });
    wanted.branch = branch;
    this.preview.refresh(0);
  }
}
