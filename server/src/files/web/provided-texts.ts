/**
 * The files of its client that a server in a browser has, as it cannot read them itself: the texts of configurations, as the
 * client sends them. Paths are of one folder tree for all schemes and hosts: `/SCHEME/HOST/PATH`.
 */
let texts: ReadonlyMap<string, string> = new Map();

/** Takes the texts of all configurations that there are, by their paths, in place of those before. */
export function give(files: ReadonlyMap<string, string>): void {
  texts = files;
}

export const providedText = (path: string): string | undefined => texts.get(path);
