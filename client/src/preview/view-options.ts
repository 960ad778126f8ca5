/** The user's view of a document: its messages or the prompt of a template, which of them, and around which place. */
import { workspace } from 'vscode';
import { ocml } from '../documents.ts';
import type { Origin } from './origin.ts';
import type { Filter, Mode, Position, State, TrainingChoice } from './protocol.ts';
import { type Around, end, top } from './window.ts';

/** The most messages on the page at a time: enough to read on in, few enough to lay out in a frame. */
const limit = 80;

/** Whether a template has a name, and is not in a file. */
const isNamed = (template = '') => !/[.\\/]/.test(template);

export class ViewOptions {
  /** Hidden layers are shown. Off in every new panel and never stored: showing them is a decision for now. */
  debug = false;
  /** The kind of messages that are shown, and which of them. */
  mode: Mode;
  only: Filter;
  /** Which conversation of a session; the one that it ends with if undefined. Not stored: it is a look at what was left. */
  branch: string | undefined;
  /** The template whose prompt is shown in place of the messages. */
  template: string | undefined;
  /** The training that is shown in place of either. */
  training: TrainingChoice | undefined;
  window: Around = { around: top };
  /** The user looks at a place of a file that is followed other than its end. */
  isElsewhere = false;

  constructor({ mode = 'user', template, training, only = {} }: Omit<State, 'uri'>) {
    this.mode = mode;
    this.only = only;
    // A template in a file is a program of the one who wrote it, and a tokenizer is in one, too.
    this.training = workspace.isTrusted ? training : undefined;
    this.template = workspace.isTrusted || isNamed(template) ? template : undefined;
  }

  /** Returns which parts of the messages are shown. */
  shownOf(document: Origin['uri']) {
    const preambles = workspace.getConfiguration(ocml, document).get('preview.showPreambles', true);
    const { debug, only, branch } = this;
    return { debug, preambles, only, ...(branch !== undefined && { branch }) };
  }

  /** The request that asks the server for it, and its parameters. */
  async request(origin: Origin): Promise<readonly [method: string, params: object]> {
    const { debug, mode, template, training } = this;
    const followed = origin.isFollowed ? origin.follower : undefined;
    const place: Around = followed && !this.isElsewhere ? { around: end } : this.window;
    const textDocument = await origin.textDocument();
    const { line }: Position = followed?.end ?? ('around' in place ? place.around : top);
    if (training) {
      const row = 'number' in place && !followed ? { number: place.number } : { line };
      return ['ocml/training', { textDocument, ...training, debug, ...row, side: 'preview' }];
    }
    if (template === undefined)
      return [
        mode === 'model' ? 'ocml/modelView' : 'ocml/userView',
        { textDocument, ...this.shownOf(origin.uri), ...place, limit },
      ];
    return ['ocml/prompt', { textDocument, template, debug, line, side: 'preview' }];
  }

  /** Shows a part of what there is other than where it grows. */
  goTo(window: Around): void {
    this.window = window;
    this.isElsewhere = true;
  }

  /** Returns the state that comes back with the window. */
  state(uri: string, locked: boolean): State {
    const { mode, template, training, only } = this;
    return { uri, locked, mode, only, ...(template !== undefined && { template }), ...(training && { training }) };
  }
}
