/** The texts of the page in VS Code's language: the extension embeds the translations in the page. */

const given = document.querySelector<HTMLMetaElement>('meta[name="words"]')?.content ?? '{}';
const words = new Map<string, unknown>(Object.entries(JSON.parse(given)));

/** A text with its values in place of `{0}` and so on. */
export const t = (text: string, ...values: readonly (string | number)[]): string => {
  const translated = words.get(text);
  const found = typeof translated === 'string' ? translated : text;
  return found.replace(/\{(\d)\}/g, (hole, i) => String(values.at(Number(i)) ?? hole));
};
