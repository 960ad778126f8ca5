/** Replaces `agent-sessions.ts` in a browser, which cannot read local files. The command only tells the user so. */
import { commands, l10n } from 'vscode';
import type * as twin from '../agent-sessions.ts';
import { showInformation } from '../notifications.ts';

export const registerAgentSessions: (typeof twin)['registerAgentSessions'] = () =>
  commands.registerCommand('ocml.openAgentSession', () => {
    void showInformation(
      l10n.t(
        'Agent sessions are files on your computer, which VS Code in a browser cannot read. Use VS Code for the desktop.',
      ),
    );
  });
