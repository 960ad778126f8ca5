/**
 * The texts of configuration files. A server in a browser cannot read files, so the client provides these texts. Every path has the form
 * `/SCHEME/HOST/PATH`.
 */
let texts: ReadonlyMap<string, string> = new Map();

/** Replaces the texts of all configuration files. `files`: the new texts, by path. */
export function give(files: ReadonlyMap<string, string>): void {
  texts = files;
}

export const providedText = (path: string): string | undefined => texts.get(path);
