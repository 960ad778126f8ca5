/** `tasks.ts` in a browser, which cannot start processes: there are no tasks. */
import { Disposable } from 'vscode';
import type * as twin from '../tasks.ts';

export const registerTasks: (typeof twin)['registerTasks'] = () => new Disposable(() => {});
