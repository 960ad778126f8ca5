/** `show-report.ts` in a browser, which cannot start processes: the command reports that. */
import { commands, l10n } from 'vscode';
import { showInformation } from '../../notifications.ts';
import type * as twin from '../show-report.ts';

export const registerReport: (typeof twin)['registerReport'] = () =>
  commands.registerCommand('ocml.showReport', () => {
    void showInformation(
      l10n.t(
        'A report reads all rows from the disk, which is not possible in a browser. Use VS Code for the desktop, or `ocml report`.',
      ),
    );
  });
