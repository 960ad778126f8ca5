/**
 * The texts of configuration files. The client provides them to a server in a browser, which cannot read files itself. Every path has
 * the form `/SCHEME/HOST/PATH`.
 */
let texts: ReadonlyMap<string, string> = new Map();

/** Replaces the texts of all configurations, by path. */
export function give(files: ReadonlyMap<string, string>): void {
  texts = files;
}

export const providedText = (path: string): string | undefined => texts.get(path);
