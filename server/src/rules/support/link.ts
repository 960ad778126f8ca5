/**
 * Returns the address of a rule's page, for `codeDescription`. `base`: the address of the folder with the pages. This is `docs/rules/` in
 * the package, as a `file:` address, or the folder with which a client replaces it.
 */
export function ruleLink(code: string, base: string): string {
  return `${base}${encodeURIComponent(code)}.md`;
}
