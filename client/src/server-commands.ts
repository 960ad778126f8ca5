/** Commands that show the server's log and restart the server, and the handling of crashes. */
import { commands, Disposable, l10n } from 'vscode';
import {
  CloseAction,
  ErrorAction,
  type ErrorHandler,
  type BaseLanguageClient as LanguageClient,
} from 'vscode-languageclient';
import { showError } from './notifications.ts';

const showOutput = 'ocml.showOutput';
const restartServer = 'ocml.restartServer';

/** The maximum number of automatic restarts of the server within the time `within` (milliseconds). */
const MAX_CRASHES = 4;
const within = 180_000;

export function registerServerCommands(client: LanguageClient): Disposable {
  return Disposable.from(
    commands.registerCommand(showOutput, () => client.outputChannel.show()),
    commands.registerCommand(restartServer, async () => {
      client.outputChannel.info('Restarting the server on request.');
      // Stopping fails if the server failed to start, or has crashed too often.
      await client.stop().catch(() => {});
      await client.start();
    }),
  );
}

/** Restarts the server when it ends, unless it crashes repeatedly. The log records both cases, with the reason. */
export function crashes(log: () => LanguageClient['outputChannel']): ErrorHandler {
  const times: number[] = [];
  return {
    error: (error, _message, count = 0) => {
      log().error(`The connection to the server failed (${count}): ${error.message}`);
      return { action: count <= 3 ? ErrorAction.Continue : ErrorAction.Shutdown, handled: true };
    },
    closed: () => {
      const now = Date.now();
      times.push(now);
      const recent = times.filter((time) => now - time < within).length;
      const after = 'Its last output is above.';
      if (recent <= MAX_CRASHES) {
        log().error(`The server has stopped and is being restarted (${recent} of ${MAX_CRASHES}). ${after}`);
        return { action: CloseAction.Restart, handled: true };
      }
      log().error(`The server has stopped ${recent} times in 3 minutes, and was not restarted. ${after}`);
      void offerHelp();
      return { action: CloseAction.DoNotRestart, handled: true };
    },
  };
}

async function offerHelp(): Promise<void> {
  const [output, restart] = [l10n.t('Show Output'), l10n.t('Restart Server')];
  const message = l10n.t(
    'The OpenChatML server keeps stopping, so it was not restarted. See the output for the reason.',
  );
  const chosen = await showError(message, output, restart);
  if (chosen === output) await commands.executeCommand(showOutput);
  if (chosen === restart) await commands.executeCommand(restartServer);
}
