/** Replaces `tasks.ts` in a browser, where no process can be started. It provides no tasks. */
import { Disposable } from 'vscode';
import type * as twin from '../tasks.ts';

export const registerTasks: (typeof twin)['registerTasks'] = () => new Disposable(() => {});
