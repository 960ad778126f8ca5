/** Commands about the program itself. */
import { dialect, textOrJson } from './options.ts';
import { row } from './row.ts';

export const rules = row({
  name: 'rules',
  about: 'list all problem codes, or print the page for a code',
  usage: ['[CODE]… [options]'],
  does: [
    'Lists every code that ocml check and ocml convert report, with its default severity. With a CODE, prints its page: what the code means, why it matters, an example, and what to write instead.',
  ],
  operands: {
    name: 'CODE',
    offers: async () => [
      ...(await import('../../rules/index.ts')).codes,
      ...(await import('../../rules/conversions.ts')).conversionNotes.map(({ code }) => code),
    ],
  },
  options: { format: textOrJson },
  notes: ['To change a severity, use ocml check --rule CODE=SEVERITY; the severity off turns a rule off.'],
  examples: [
    { run: 'ocml rules', about: 'list all codes' },
    { run: 'ocml rules end-missing', about: 'print the page for one code' },
  ],
  exit: ['done', undefined, 'invalid usage'],
});

export const lsp = row({
  name: 'lsp',
  about: 'start the language server for an editor',
  usage: ['[--stdio | --node-ipc | --socket=PORT | --pipe=NAME]'],
  does: [
    'Starts the language server, which provides editors with diagnostics, completion, hovers, formatting and more. Editors run this command themselves, usually over standard input and output.',
  ],
  operands: { name: '', most: 0 },
  options: {
    stdio: { about: 'use standard input and output (the default)' },
    'node-ipc': { about: 'use the IPC channel of a Node parent process' },
    socket: { value: 'PORT', about: 'use a TCP port' },
    pipe: { value: 'NAME', about: 'use a named pipe' },
    clientProcessId: { value: 'ID', about: 'exit when the editor process with this ID exits' },
  },
  apart: [['stdio', 'node-ipc', 'socket', 'pipe']],
  examples: [{ run: 'ocml lsp', about: 'the command to configure in an editor' }],
  exit: ['the editor has stopped the server', undefined, 'invalid usage'],
});

export const mcp = row({
  name: 'mcp',
  about: 'offer tools to an agent, over the Model Context Protocol',
  usage: ['[FOLDER]…'],
  does: [
    'Starts a server of the Model Context Protocol on standard input and output, with the tools check, explain, convert, render_prompt, mask, user_view and rule. Agents run this command themselves.',
    'The tools read text that the agent passes, and files below FOLDER, without following links out of it. Without a FOLDER, they read no files. Nothing is written, and a result contains text hidden from users only if the agent asks for it.',
  ],
  operands: { name: 'FOLDER' },
  options: {},
  examples: [
    { run: 'ocml mcp', about: 'the command to configure in an agent, for text only' },
    { run: 'ocml mcp data logs', about: 'the same, with the files in two folders' },
  ],
  exit: ['the agent has closed standard input', undefined, 'invalid usage, or a folder does not exist'],
});

export const preview = row({
  name: 'preview',
  about: 'show in a browser what users see of a file, and follow its changes',
  usage: ['FILE [--open] [--port PORT] [--debug]'],
  does: [
    'Serves the preview of FILE to browsers on this machine, prints its address, and shows each change to the file once it is saved. Ctrl+C stops it.',
    'The address contains a token, so treat it like a password: anyone who has it sees the preview. Requests without the token, from other pages or for other host names get no answer, and the page loads nothing else.',
  ],
  operands: { name: 'FILE', most: 1, least: 1 },
  options: {
    open: {
      about:
        'open the address in a browser: the one that the BROWSER environment variable names, or the default browser',
    },
    port: { value: 'PORT', least: 0, about: 'the port to use; the default is a free port' },
    debug: { about: 'also show text hidden from users, with a switch that hides it' },
    dialect,
  },
  examples: [
    { run: 'ocml preview chat.ocml', about: 'print an address to open' },
    {
      run: 'ocml preview --open --debug agent.ocml',
      about: 'open the preview in a browser, including text hidden from users',
    },
  ],
  exit: [
    'never, since the command runs until a signal such as Ctrl+C stops it',
    undefined,
    'invalid usage, FILE is not a file, or the port is in use',
  ],
});

export const completion = row({
  name: 'completion',
  about: 'print a shell completion script',
  usage: ['bash | zsh | fish | powershell'],
  does: ['Prints a script that lets a shell complete the commands, options and values of ocml.'],
  operands: { name: 'SHELL', most: 1, least: 1, words: ['bash', 'zsh', 'fish', 'powershell'] },
  options: {},
  notes: [
    'For bash, add source <(ocml completion bash) to ~/.bashrc. For zsh, add source <(ocml completion zsh) to ~/.zshrc, after compinit. For fish, run ocml completion fish > ~/.config/fish/completions/ocml.fish. For PowerShell, add ocml completion powershell | Out-String | Invoke-Expression to $PROFILE.',
  ],
  examples: [{ run: 'ocml completion bash', about: 'print the script for bash' }],
  exit: ['done', undefined, 'invalid usage'],
});
