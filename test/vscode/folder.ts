// Creates files for the tests that run inside VS Code. They are created through the API of VS Code, so that they can be in locations that
// Node cannot access.
import { type TextDocument, Uri, window, workspace } from 'vscode';
import { temporary } from './temporary.ts';

/** A new folder, which the test must remove. */
export class Folder {
  readonly uri = Uri.joinPath(temporary(), `openchatml-${crypto.randomUUID()}`);

  /** Writes a file. Returns its URI. */
  async write(name: string, text: string): Promise<Uri> {
    const file = Uri.joinPath(this.uri, name);
    await workspace.fs.writeFile(file, new TextEncoder().encode(text));
    return file;
  }

  /** Writes a file and shows it in an editor. */
  async show(name: string, text: string): Promise<TextDocument> {
    const document = await workspace.openTextDocument(await this.write(name, text));
    await window.showTextDocument(document);
    return document;
  }

  async read(name: string): Promise<string> {
    return new TextDecoder().decode(await workspace.fs.readFile(Uri.joinPath(this.uri, name)));
  }

  remove(): Thenable<void> {
    return workspace.fs.delete(this.uri, { recursive: true });
  }
}
