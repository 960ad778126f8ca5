/**
 * The address of a rule's page, for `codeDescription`. `base`: the location of the pages, which is the folder `docs/rules/` of the package
 * as a `file:` address, or its replacement by a client.
 */
export function ruleLink(code: string, base: string): string {
  return `${base}${encodeURIComponent(code)}.md`;
}
