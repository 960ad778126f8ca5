/** Shows in the status bar which files are being followed, with a command to stop following them. */
import { commands, type Disposable, l10n, StatusBarAlignment, type StatusBarItem, window } from 'vscode';
import { asName } from '../notifications.ts';
import type { Follower } from './follower.ts';

/** The context key that is set while at least one file is being followed. */
const isFollowing = 'ocml.following';

interface Indicator extends Disposable {
  /** Called when the state of a followed file has changed, or when it is no longer followed. */
  heard(follower: Follower): void;
  forget(follower: Follower): void;
}

export function createIndicator(): Indicator {
  let statusBarItem: StatusBarItem | undefined;
  const running = new Set<Follower>();

  function create(): StatusBarItem {
    const item = window.createStatusBarItem('ocml.following', StatusBarAlignment.Left);
    item.name = l10n.t('OpenChatML: Followed Files');
    item.command = 'ocml.stopFollowing';
    return item;
  }

  function show(): void {
    statusBarItem ??= create();
    const item = statusBarItem;
    void commands.executeCommand('setContext', isFollowing, running.size > 0);
    const [one, ...others] = running;
    if (one === undefined) return item.hide();
    item.text = `$(eye) ${others.length > 0 ? l10n.t('Following {0} files', running.size) : l10n.t('Following {0}', nameOf(one))}`;
    item.tooltip = [...[...running].map(({ state }) => state), l10n.t('Click to stop.')].join('\n');
    item.show();
  }

  return {
    heard(follower) {
      if (follower.isRunning) running.add(follower);
      else running.delete(follower);
      show();
    },
    forget(follower) {
      running.delete(follower);
      show();
    },
    dispose: () => statusBarItem?.dispose(),
  };
}

const nameOf = ({ followed: { name } }: Follower) => asName(name);
