/** The destinations of a command's outputs: standard output, one file, or a file for each input in a folder. */
import { writeDocument } from '../output.ts';
import type { NewFile } from './new.ts';
import type { OutputFolder } from './output-folder.ts';
import type { ListedSource } from './several.ts';

export interface OpenOutput {
  /** Writes text. Returns false if the program that reads the output has ended. */
  write(text: string): Promise<boolean>;
  /** Completes the output. It is called when everything is written. */
  finish(): Promise<void>;
  /** Closes the output. It must always be called, even after an error. */
  close(): Promise<void>;
}

/** A destination. `Form`: the possible forms of an output, on which its name depends. */
export interface Destination<Form> {
  /** Whether the outputs are JSON Lines, with one row per line. */
  readonly rows: boolean;
  open(source: ListedSource, form: Form): Promise<OpenOutput>;
}

const nothingToDo = async () => {};

/** Returns standard output as a destination. `heading`: prints the name of an input before its output. */
export const toStandardOutput = (heading: (file: string) => Promise<void>, rows = false): Destination<unknown> => ({
  rows,
  open: async ({ file }) => ({
    write: async (text) => {
      if (!rows) await heading(file);
      return writeDocument(text);
    },
    finish: nothingToDo,
    close: nothingToDo,
  }),
});

/**
 * Returns a file as a destination, for the output of one input or for the rows of several inputs. `done` is called if there is output. The
 * caller must finish the file.
 */
export const toFile = (fresh: NewFile, rows: boolean, done: () => void): Destination<unknown> => ({
  rows,
  open: async () => ({
    write: async (text) => {
      fresh.write(text);
      return true;
    },
    finish: async () => done(),
    close: nothingToDo,
  }),
});

/** Returns a destination with a separate file for each input. */
export const toFolder = <Form>(folder: OutputFolder, endingOf: (form: Form) => string): Destination<Form> => ({
  rows: false,
  open: async (source, form) => {
    const fresh = folder.begin(source, endingOf(form));
    return {
      write: async (text) => {
        fresh.write(text);
        return true;
      },
      finish: () => fresh.finish(),
      close: () => fresh.close(),
    };
  },
});
