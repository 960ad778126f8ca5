import type { Command } from './command.ts';

interface Row {
  /** What `ocml --help` says of it, in a line. */
  readonly about: string;
  readonly load: () => Promise<Command>;
}

/** The subcommands in the order of `--help`. Each is loaded when it is asked for. */
export const commands: Record<string, Row> = {
  check: {
    about: 'print what is wrong with transcripts and data sets, and mend it (--fix)',
    load: async () => (await import('./check.ts')).check,
  },
  explain: {
    about: "say why a server could not read a model's output, and repair it",
    load: async () => (await import('./explain.ts')).explain,
  },
  convert: {
    about: 'write a transcript, a request or a data set in another form',
    load: async () => (await import('./convert.ts')).convert,
  },
  format: {
    about: 'lay transcripts out; no byte of a body changes',
    load: async () => (await import('./format.ts')).format,
  },
  split: {
    about: 'take a multi-file document apart',
    load: async () => (await import('./split.ts')).split,
  },
  join: {
    about: 'write files as one multi-file document',
    load: async () => (await import('./join.ts')).join,
  },
  fim: {
    about: 'apply or reorder tasks of fill-in-the-middle',
    load: async () => (await import('./fim.ts')).fim,
  },
  wire: {
    about: 'make ChatML on the wire a request, or append its completion',
    load: async () => (await import('./wire.ts')).wire,
  },
  inspect: {
    about: 'print calls and their status, turns and counts, also as JSON',
    load: async () => (await import('./inspect.ts')).inspect,
  },
  stream: {
    about: 'print the events of a transcript that is being written, or of a chat API',
    load: async () => (await import('./stream.ts')).stream,
  },
  truncate: {
    about: 'leave out messages until a document has no more than N tokens',
    load: async () => (await import('./truncate.ts')).truncate,
  },
  tokens: {
    about: 'count, encode and decode tokens',
    load: async () => (await import('./tokens.ts')).tokens,
  },
  render: {
    about: 'print the exact prompt that a chat template makes',
    load: async () => (await import('./render.ts')).render,
  },
  templates: {
    about: 'list chat templates, and check what they do to conversations',
    load: async () => (await import('./templates.ts')).templates,
  },
  import: {
    about: 'read a prompt back into messages',
    load: async () => (await import('./import.ts')).importing,
  },
  rules: {
    about: 'list what is reported, or print the page of a code',
    load: async () => (await import('./rules.ts')).rules,
  },
  lsp: {
    about: 'start the language server, as editors do',
    load: async () => (await import('./lsp.ts')).lsp,
  },
};
