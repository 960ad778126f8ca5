/** The options of a view: messages, prompt or training, filters, and the position to show. */
import { workspace } from 'vscode';
import { ocml } from '../documents.ts';
import type { Origin } from './origin.ts';
import type { Filter, Mode, Position, State, TrainingChoice } from './protocol.ts';
import { type Around, end, top } from './window.ts';

/** The maximum number of messages on the page: enough to read on, and few enough for a layout within a frame. */
const limit = 80;

/** Whether a template is a name in the registry, not a file. */
const isNamed = (template = '') => !/[.\\/]/.test(template);

export class ViewOptions {
  /**
   * Whether hidden layers are shown. They are hidden in every new panel, and this option is never stored, so that a user never shows them
   * by accident.
   */
  debug = false;
  /** The set of messages to show (`mode`), and the filter (`only`). */
  mode: Mode;
  only: Filter;
  /** The branch of a session; if undefined, the conversation with which the session ends. It is not stored. */
  branch: string | undefined;
  /** The template whose prompt is shown instead of the messages. */
  template: string | undefined;
  /** The training that is shown instead of messages or prompt. */
  training: TrainingChoice | undefined;
  window: Around = { around: top };
  /** Whether the user has moved away from the end of a followed file. */
  isElsewhere = false;

  constructor({ mode = 'user', template, training, only = {} }: Omit<State, 'uri'>) {
    this.mode = mode;
    this.only = only;
    // A template in a file is a program that anyone may have written, and a training uses a tokenizer file, so both require a trusted
    // workspace.
    this.training = workspace.isTrusted ? training : undefined;
    this.template = workspace.isTrusted || isNamed(template) ? template : undefined;
  }

  /** Returns the options that determine which messages are shown, and with which parts. */
  shownOf(document: Origin['uri']) {
    const preambles = workspace.getConfiguration(ocml, document).get('preview.showPreambles', true);
    const { debug, only, branch } = this;
    return { debug, preambles, only, ...(branch !== undefined && { branch }) };
  }

  /** Returns the request for this view with its parameters. */
  async request(origin: Origin): Promise<readonly [method: string, params: object]> {
    const { debug, mode, template, training } = this;
    const followed = origin.isFollowed ? origin.follower : undefined;
    const around: Around = followed && !this.isElsewhere ? { around: end } : this.window;
    const textDocument = await origin.textDocument();
    const { line }: Position = followed?.end ?? ('around' in around ? around.around : top);
    const row = 'number' in around && !followed ? { number: around.number } : { line };
    if (training) return ['ocml/training', { textDocument, ...training, debug, ...row, side: 'preview' }];
    if (template === undefined)
      return [
        mode === 'model' ? 'ocml/modelView' : 'ocml/userView',
        { textDocument, ...this.shownOf(origin.uri), ...around, limit },
      ];
    return ['ocml/prompt', { textDocument, template, debug, ...row, side: 'preview' }];
  }

  /** Moves to a part of the content. A followed file then no longer scrolls to its end. */
  goTo(window: Around): void {
    this.window = window;
    this.isElsewhere = true;
  }

  /** Returns the state to restore with the window. */
  state(uri: string, locked: boolean): State {
    const { mode, template, training, only } = this;
    return { uri, locked, mode, only, ...(template !== undefined && { template }), ...(training && { training }) };
  }
}
