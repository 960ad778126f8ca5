/**
 * Files that the client provides to a server in a browser, which cannot read them itself: the texts of configurations. All
 * paths are in one folder tree for all schemes and hosts: `/SCHEME/HOST/PATH`.
 */
let texts: ReadonlyMap<string, string> = new Map();

/** Replaces the texts of all configurations, by path. */
export function give(files: ReadonlyMap<string, string>): void {
  texts = files;
}

export const providedText = (path: string): string | undefined => texts.get(path);
