/** Replaces `show-report.ts` in a browser, where no process can be started. The command only tells the user so. */
import { commands, l10n } from 'vscode';
import { showInformation } from '../../notifications.ts';
import type * as twin from '../show-report.ts';

export const registerReport: (typeof twin)['registerReport'] = () =>
  commands.registerCommand('ocml.showReport', () => {
    void showInformation(
      l10n.t(
        'Reports cannot be created in a browser, because all rows must be read from the disk. Use VS Code for the desktop, or `ocml report`.',
      ),
    );
  });
