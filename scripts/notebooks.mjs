// Leaves out of the server's bundle the modules of the protocol for what the server does not do: notebooks, and looking for npm packages.
const stubs = [
  [/vscode-languageserver[\\/]lib[\\/]common[\\/]notebook\.js$/, 'exports.NotebookSyncFeature = (Base) => Base;'],
  [/vscode-languageserver-protocol[\\/]lib[\\/]common[\\/]protocol\.notebook\.js$/, ''],
  [/vscode-languageserver[\\/]lib[\\/]node[\\/]files\.js$/, ''],
];

export const withoutNotebooks = {
  name: 'without-notebooks',
  setup(build) {
    for (const [filter, contents] of stubs) build.onLoad({ filter }, () => ({ contents }));
  },
};
