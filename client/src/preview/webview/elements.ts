/** Creates elements of the page. Their content is always text, and never parsed as markup. */

export const byId = <E extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as E;

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = '',
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}
