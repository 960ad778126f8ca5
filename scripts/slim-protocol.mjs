// Leaves out of the server's bundle what it carries of the protocol and never runs.
import { readFile } from 'node:fs/promises';

/** Namespaces of the protocol's types that the packages around them call. The others only check or make plain objects. */
const called = new Set(['integer', 'uinteger', 'URI', 'DocumentUri', 'WorkspaceFolder']);
/** A namespace with such functions; one of constants, such as `DiagnosticSeverity`, stays. */
const namespace = /^export var (\w+);\n\(function \(\1\) \{\n([\s\S]*?)^\}\)\(\1 \|\| \(\1 = \{\}\)\);/gm;
const functions = /^ {4}function (?:is|create)\(/m;

/** Modules of `vscode-languageserver` for what the server does not do: notebooks, and looking for npm packages. */
const stubs = [
  [/vscode-languageserver[\\/]lib[\\/]common[\\/]notebook\.js$/, 'exports.NotebookSyncFeature = (Base) => Base;'],
  [/vscode-languageserver-protocol[\\/]lib[\\/]common[\\/]protocol\.notebook\.js$/, ''],
  [/vscode-languageserver[\\/]lib[\\/]node[\\/]files\.js$/, ''],
];

export const slimProtocol = {
  name: 'slim-protocol',
  setup(build) {
    build.onLoad({ filter: /vscode-languageserver-types[\\/]lib[\\/]esm[\\/]main\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const contents = source.replace(namespace, (all, name, body) =>
        called.has(name) || !functions.test(body) ? all : '',
      );
      if (contents.length > source.length / 2)
        throw new Error(`${path} is not written as it was: see slim-protocol.mjs.`);
      return { contents };
    });
    for (const [filter, contents] of stubs) build.onLoad({ filter }, () => ({ contents: `${contents}` }));
  },
};
