/** The user's view of a document: messages or a template's prompt, with filters, and the position to show. */
import { workspace } from 'vscode';
import { ocml } from '../documents.ts';
import type { Origin } from './origin.ts';
import type { Filter, Mode, Position, State, TrainingChoice } from './protocol.ts';
import { type Around, end, top } from './window.ts';

/** The maximum number of messages on the page: enough for reading on, few enough to lay out within a frame. */
const limit = 80;

/** Whether a template is given by name, not by file. */
const isNamed = (template = '') => !/[.\\/]/.test(template);

export class ViewOptions {
  /** Whether hidden layers are shown. Off in every new panel and never stored: showing them is a decision for the moment. */
  debug = false;
  /** The kind of messages to show, and the filter. */
  mode: Mode;
  only: Filter;
  /** The conversation of a session; if undefined, the one with which it ends. Not stored: viewing a branch is temporary. */
  branch: string | undefined;
  /** The template for the prompt that is shown instead of the messages. */
  template: string | undefined;
  /** The training that is shown instead of either. */
  training: TrainingChoice | undefined;
  window: Around = { around: top };
  /** Whether the user views a part of a followed file other than its end. */
  isElsewhere = false;

  constructor({ mode = 'user', template, training, only = {} }: Omit<State, 'uri'>) {
    this.mode = mode;
    this.only = only;
    // A template in a file is a program by its author, and a training refers to a tokenizer file, too.
    this.training = workspace.isTrusted ? training : undefined;
    this.template = workspace.isTrusted || isNamed(template) ? template : undefined;
  }

  /** Returns which parts of the messages are shown. */
  shownOf(document: Origin['uri']) {
    const preambles = workspace.getConfiguration(ocml, document).get('preview.showPreambles', true);
    const { debug, only, branch } = this;
    return { debug, preambles, only, ...(branch !== undefined && { branch }) };
  }

  /** The request for this view, and its parameters. */
  async request(origin: Origin): Promise<readonly [method: string, params: object]> {
    const { debug, mode, template, training } = this;
    const followed = origin.isFollowed ? origin.follower : undefined;
    const around: Around = followed && !this.isElsewhere ? { around: end } : this.window;
    const textDocument = await origin.textDocument();
    const { line }: Position = followed?.end ?? ('around' in around ? around.around : top);
    if (training) {
      const row = 'number' in around && !followed ? { number: around.number } : { line };
      return ['ocml/training', { textDocument, ...training, debug, ...row, side: 'preview' }];
    }
    if (template === undefined)
      return [
        mode === 'model' ? 'ocml/modelView' : 'ocml/userView',
        { textDocument, ...this.shownOf(origin.uri), ...around, limit },
      ];
    return ['ocml/prompt', { textDocument, template, debug, line, side: 'preview' }];
  }

  /** Moves to a part of the content other than its growing end. */
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
