// Omits modules of the language server library for features that the server does not use: notebooks, and resolving npm packages.
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
