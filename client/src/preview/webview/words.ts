/** The texts of the page in VS Code's language. The extension embeds the translations in the page. */

const wordsJson = document.querySelector<HTMLMetaElement>('meta[name="words"]')?.content ?? '{}';
const words = new Map<string, unknown>(Object.entries(JSON.parse(wordsJson)));

/** Translates a text, and replaces `{0}`, `{1}` and so on with the values. */
export const t = (text: string, ...values: readonly (string | number)[]): string => {
  const translated = words.get(text);
  const template = typeof translated === 'string' ? translated : text;
  return template.replace(/\{(\d)\}/g, (hole, i) => String(values.at(Number(i)) ?? hole));
};
