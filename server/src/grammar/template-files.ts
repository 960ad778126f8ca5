/** Files that have chat templates, by their names. */

/** A file that is a template. */
export const isTemplateAlone = (path: string): boolean => /\.jinja$/i.test(path);
/** JSON with a member `chat_template`. */
export const holdsTemplates = (path: string): boolean =>
  /(?:^|[\\/])(?:tokenizer_config|chat_template)\.json$/i.test(path);
export const isTemplateFile = (path: string): boolean => isTemplateAlone(path) || holdsTemplates(path);
