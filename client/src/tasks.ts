/** Provides tasks of the type `ocml`, which run `ocml check` on a folder, with the command line that ships with the extension. */
import { join } from 'node:path';
import {
  type Disposable,
  type ExtensionContext,
  l10n,
  ProcessExecution,
  Task,
  type TaskDefinition,
  TaskScope,
  tasks,
  type WorkspaceFolder,
  workspace,
} from 'vscode';
import { ocml } from './documents.ts';

interface Definition extends TaskDefinition {
  readonly command?: unknown;
  readonly paths?: unknown;
  readonly args?: unknown;
}

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

export function registerTasks(context: ExtensionContext): Disposable {
  const program = context.asAbsolutePath(join('server', 'bin', 'ocml.js'));

  function task(definition: Definition, scope: WorkspaceFolder | TaskScope, name: string): Task | undefined {
    if (definition.command !== 'check') return undefined;
    const paths = strings(definition.paths);
    // `--max-problems 0` lists every problem. After `--`, a path that begins with a hyphen is not parsed as an option.
    const args = [
      program,
      'check',
      '--max-problems',
      '0',
      ...strings(definition.args),
      '--',
      ...(paths.length > 0 ? paths : ['.']),
    ];
    // Runs the Node that VS Code includes, so that users need not install Node.
    const execution = new ProcessExecution(process.execPath, args, { env: { ELECTRON_RUN_AS_NODE: '1' } });
    return new Task(definition, scope, name, ocml, execution, '$ocml');
  }

  return tasks.registerTaskProvider(ocml, {
    provideTasks: () =>
      (workspace.workspaceFolders ?? [])
        .filter(({ uri }) => uri.scheme === 'file')
        .flatMap((folder) => task({ type: ocml, command: 'check' }, folder, l10n.t('check all transcripts')) ?? []),
    resolveTask: ({ definition, scope, name }) => task(definition, scope ?? TaskScope.Workspace, name),
  });
}
