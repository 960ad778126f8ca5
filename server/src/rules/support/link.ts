/**
 * The address of a rule's page, for `codeDescription`. `base` is where the pages are: the folder `docs/rules/` of the
 * package as a `file:` address, or what a client has put in its place.
 */
export function ruleLink(code: string, base: string): string {
  return `${base}${encodeURIComponent(code)}.md`;
}
