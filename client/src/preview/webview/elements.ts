/** Creates elements of the page. Their content is always text, and never parsed as markup. */

export const byId = <E extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as E;

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = '',
  text = '',
): HTMLElementTagNameMap[Name] {
  const htmlElement = document.createElement(name);
  htmlElement.className = className;
  htmlElement.textContent = text;
  return htmlElement;
}
