/** Commands around transcripts, as key bindings and menus call them. */
import * as assert from 'node:assert/strict';
import { suite, suiteSetup, suiteTeardown, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import { ask, eventually, open, problems } from '../editor.ts';
import { Folder } from '../folder.ts';
import { commitAll, hasProcesses } from '../host.ts';

const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(`ocml.${command}`, ...args);
const shown = () => vscode.window.activeTextEditor?.document as vscode.TextDocument;

const transcript = [
  'version: 2.2\n<|start|>user<|message|>Hi<|end|>',
  '<|start|>assistant<|channel|>analysis<|message|>She greets.<|end|>',
  '<|start|>assistant<|channel|>final<|message|>Hello<|end|>\n',
].join('\n');

suite('at home in the editor', () => {
  let folder: Folder;
  suiteSetup(() => {
    folder = new Folder();
  });
  suiteTeardown(() => folder.remove());
  teardown(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  const show = (name: string, text: string) => folder.show(name, text);

  test('a new transcript is in no file, without a problem, and its first words are selected', async () => {
    for (const [to, language, has] of [
      ['llama3', 'ocml', '<|start_header_id|>'],
      ['harmony', 'ocml', '<|start|>user<|message|>'],
      ['messages', 'json', '"role"'],
    ] as const) {
      await run('newTranscript', to);
      assert.equal(shown().isUntitled, true);
      assert.equal(shown().languageId, language);
      assert.ok(shown().getText().includes(has));
      assert.equal(shown().getText(vscode.window.activeTextEditor?.selection), 'Hello');
      await eventually(() => problems(shown()), []);
    }
  });

  test('the sample is in no file either, and its mistakes are found', async () => {
    await run('openSample');
    assert.equal(shown().isUntitled, true);
    await eventually(
      () => problems(shown()).map((one) => one.split(' ')[0]),
      ['E-BODY-CONSTRAINT-VIOLATION', 'E-PARSE-HEADER'],
    );
  });

  test('the usual names are transcripts', async () => {
    for (const name of ['a.ocml', 'a.openchatml', 'a.chatml', 'a.harmony', 'a.llama3'])
      assert.equal((await show(name, 'x')).languageId, 'ocml', name);
  });

  test('.ocmlrc.yaml is completed by its schema, without another extension', async () => {
    const offered = async (marked: string) => {
      const at = marked.indexOf('$0');
      const document = await show(`of-${crypto.randomUUID()}/.ocmlrc.yaml`, marked.replace('$0', ''));
      const { items } = await ask<vscode.CompletionList>(
        'executeCompletionItemProvider',
        document.uri,
        document.positionAt(at),
      );
      // The editor offers words of open documents everywhere, with the kind `Text`.
      const ours = items.filter(({ kind }) => kind !== vscode.CompletionItemKind.Text);
      return ours.map(({ label }) => (typeof label === 'string' ? label : label.label)).sort();
    };
    assert.ok((await offered('$0')).includes('messages.profile'));
    assert.ok(!(await offered('strict: true\n$0')).includes('strict'), 'what is there is not offered again');
    assert.deepEqual(await offered('strict: $0'), ['false', 'true']);
    assert.ok((await offered('rules:\n  $0')).includes('stray-text'));
    assert.deepEqual(await offered('rules:\n  stray-text: $0'), ['error', 'hint', 'information', 'off', 'warning']);
    assert.ok((await offered('overrides:\n  - $0')).includes('files'));
    assert.ok((await offered('overrides:\n  - files: ["a"]\n    $0')).includes('rules'));
    assert.ok((await offered('overrides:\n- files: ["a"]\n  rules:\n    $0')).includes('stray-text'));
    assert.deepEqual(await offered('# $0'), []);
  });

  test('Copy as JSON and as API Request: what end users see, or all of it', async () => {
    await open(transcript);
    const copied = () => vscode.env.clipboard.readText().then(JSON.parse);
    await run('copyAsJson');
    const said = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
    ];
    assert.deepEqual(await copied(), { messages: said });
    await run('copyAsApiRequest');
    assert.deepEqual(await copied(), { model: 'MODEL', messages: said });
    await run('copyAsJson', { public: false });
    assert.match(await vscode.env.clipboard.readText(), /She greets/);
  });

  test('two transcripts are compared by what they say, whatever their dialects', async () => {
    const other = await show(
      'other.messages.json',
      '[{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Bye"}]',
    );
    await open(transcript);
    await run('compareWith', other.uri);
    const tab = () => vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    await eventually(() => tab() instanceof vscode.TabInputTextDiff, true);
    const { original, modified } = tab() as vscode.TabInputTextDiff;
    const lines = async (uri: vscode.Uri) => (await vscode.workspace.openTextDocument(uri)).getText().split('\n');
    const [one, two] = [await lines(original), await lines(modified)];
    assert.ok(
      one.some((line) => line.endsWith('Hello<|end|>')) && two.some((line) => /Bye<\|(?:end|return)\|>$/.test(line)),
    );
    const same = one.filter((line) => two.includes(line));
    assert.ok(same.includes('<|start|>user<|message|>Hi<|end|>'), `${one.join('\n')}\n${two.join('\n')}`);
  });

  test('of a data set, the conversation at the cursor is copied, and compared with another one', async () => {
    const row = (text: string) => JSON.stringify({ messages: [{ role: 'user', content: text }] });
    const sets = {
      'set.jsonl': [1, 2, 3].map((i) => row(`Row ${i}`)).join('\n'),
      'set.json': `[${row('Row 1')},\n${row('Row 2')}]`,
    };
    for (const [name, text] of Object.entries(sets)) {
      const { uri } = await show(name, text);
      const editor = vscode.window.activeTextEditor as vscode.TextEditor;
      editor.selection = new vscode.Selection(1, 5, 1, 5);
      const expected = [{ role: 'user', content: 'Row 2' }];
      await eventually(async () => {
        await run('copyAsApiRequest');
        return JSON.parse(await vscode.env.clipboard.readText()).messages;
      }, expected);
      await run('compareWith', { conversation: 1 });
      const tab = () => vscode.window.tabGroups.activeTabGroup.activeTab;
      await eventually(() => tab()?.label, `${name}, conversation 2 ↔ ${name}, conversation 1`);
      const { original, modified } = tab()?.input as vscode.TabInputTextDiff;
      const textOf = async (at: vscode.Uri) => (await vscode.workspace.openTextDocument(at)).getText();
      assert.match(await textOf(original), /Row 2/);
      const other = await textOf(modified);
      assert.ok(other.includes('Row 1') && !other.includes('Row 2'), other);
      await vscode.window.showTextDocument(uri);
    }
  });

  test('a transcript is compared with its committed version, by what they say', async () => {
    const { uri } = await show('repository/kept.ocml', transcript);
    if (!hasProcesses) {
      // There is no committed version, so only a message is shown.
      await run('compareWithCommitted');
      assert.ok(!(vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff));
      return;
    }
    commitAll(vscode.Uri.joinPath(folder.uri, 'repository'));
    // Git is turned off in the other tests.
    await vscode.workspace.getConfiguration('git').update('enabled', true, vscode.ConfigurationTarget.Global);
    const git = await vscode.extensions.getExtension('vscode.git')?.activate();
    await eventually(() => git.enabled, true);
    await git.getAPI(1).openRepository(vscode.Uri.joinPath(folder.uri, 'repository'));
    // The layout and one word are changed.
    const edited = transcript.replaceAll('|>\n<', '|>\n\n<').replace('Hello', 'Good day');
    const document = await show('repository/kept.ocml', edited);
    // An open document receives the text on disk when the editor is notified of the change.
    await eventually(() => document.getText(), edited);
    await run('compareWithCommitted', uri);
    const tab = () => vscode.window.tabGroups.activeTabGroup.activeTab;
    await eventually(() => tab()?.input instanceof vscode.TabInputTextDiff, true);
    assert.equal(tab()?.label, 'kept.ocml (committed) ↔ kept.ocml');
    const { original, modified } = tab()?.input as vscode.TabInputTextDiff;
    const lines = async (at: vscode.Uri) => (await vscode.workspace.openTextDocument(at)).getText().split('\n');
    const [one, two] = [await lines(original), await lines(modified)];
    assert.deepEqual([one.length, two.length], [one.length, one.length]);
    const different = one.flatMap((line, i) => (line === two[i] ? [] : [line, two[i] ?? '']));
    assert.equal(different.length, 2);
    assert.match(different[0] ?? '', /Hello/);
    assert.match(different[1] ?? '', /Good day/);
    await vscode.workspace.getConfiguration('git').update('enabled', undefined, vscode.ConfigurationTarget.Global);
  });

  test('nothing is written to a file unasked: sample, new transcripts, prompt, preview, walkthrough', async () => {
    const [workspaceFolder] = vscode.workspace.workspaceFolders ?? [];
    const roots = [folder.uri, ...(workspaceFolder ? [workspaceFolder.uri] : [])];
    const files = async (at: vscode.Uri): Promise<string[]> => {
      const here = await vscode.workspace.fs.readDirectory(at);
      const inside = here.map(async ([name, type]) => {
        const uri = vscode.Uri.joinPath(at, name);
        if (type === vscode.FileType.Directory) return name === '.git' ? [] : files(uri);
        const { size, mtime } = await vscode.workspace.fs.stat(uri);
        return [`${uri} ${size} ${mtime}`];
      });
      return (await Promise.all(inside)).flat();
    };
    const all = async () => (await Promise.all(roots.map(files))).flat().sort();
    await folder.write('there.ocml', transcript);
    const before = await all();
    const isUntitled = () => assert.equal(shown().isUntitled, true);
    await run('openSample');
    isUntitled();
    await run('newTranscript', 'harmony');
    isUntitled();
    await run('showPrompt', 'harmony');
    await run('showPreviewToSide');
    await vscode.commands.executeCommand('workbench.action.openWalkthrough', 'openchatml.openchatml#start', false);
    await open(transcript);
    await run('convert', { to: 'messages', public: false });
    await eventually(() => shown().languageId, 'json');
    isUntitled();
    await run('copyAsJson');
    await new Promise((resolve) => setTimeout(resolve, 1000));
    assert.deepEqual(await all(), before);
  });

  test('plain text is read as a transcript on request', async () => {
    const document = await show('log.txt', '<|start|>usr<|message|>Hi<|end|>');
    assert.equal(document.languageId, 'plaintext');
    await run('readAs', 'harmony');
    await eventually(() => shown().languageId, 'ocml');
    await eventually(() => problems(shown()).some((one) => one.startsWith('E-PARSE-HEADER')), true);
  });

  test('a version of a file that nobody can edit has no problems', async () => {
    const provider = vscode.workspace.registerTextDocumentContentProvider('version', {
      provideTextDocumentContent: () => '<|start|>usr<|message|>Hi<|end|>',
    });
    const uri = vscode.Uri.parse('version:/a.ocml');
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    assert.equal(document.languageId, 'ocml');
    // The server reads the document nevertheless.
    await eventually(async () => ((await ask<unknown[]>('executeDocumentSymbolProvider', uri)) ?? []).length, 1);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    assert.deepEqual(vscode.languages.getDiagnostics(uri), []);
    provider.dispose();
  });

  test('a mistake in a configuration is underlined where it is', async () => {
    const { uri } = await show('.ocmlrc.yaml', 'strict: true\nrules:\n  stray-txt: off\n');
    const places = () =>
      vscode.languages
        .getDiagnostics(uri)
        .map(({ range: { start, end } }) => [start.line, start.character, end.character]);
    await eventually(places, [[2, 2, 16]]);
  });

  test('the server is started anew, and goes on', async () => {
    const { document } = await open('<|start|>usr<|message|>Hi<|end|>');
    const found = () => problems(document).some((one) => one.startsWith('E-PARSE-HEADER'));
    await eventually(found, true);
    await run('restartServer');
    await eventually(found, true);
    await run('showOutput');
  });

  test('strict mode is one command away, and back', async () => {
    const { document } = await open('<|start|>user<|message|>Hi<|end|>');
    const strict = () => vscode.workspace.getConfiguration('ocml', document.uri).get('strict');
    await run('changeMode');
    assert.equal(strict(), true);
    await run('changeMode');
    assert.equal(strict(), false);
    // If a folder is open, the command changes the setting of the folder.
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    if (folder) await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder.uri, '.vscode'), { recursive: true });
  });

  test('a task checks the folder', async () => {
    const tasks = await vscode.tasks.fetchTasks({ type: 'ocml' });
    const folders = vscode.workspace.workspaceFolders ?? [];
    assert.equal(tasks.length, hasProcesses ? folders.length : 0);
    const [task] = tasks;
    if (task === undefined) return;
    assert.deepEqual(task.problemMatchers, ['$ocml']);
    const ended = new Promise<number | undefined>((resolve) => {
      vscode.tasks.onDidEndTaskProcess(({ exitCode }) => resolve(exitCode));
    });
    await vscode.tasks.executeTask(task);
    // The task fails, because the examples contain mistakes.
    assert.equal(await ended, 1);
  });
});
