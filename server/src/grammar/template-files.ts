/** Recognizes files with chat templates by their names. */

/** Whether a file consists of a template only. */
export const isTemplateAlone = (path: string): boolean => /\.jinja$/i.test(path);
/** Whether a file is JSON with a field `chat_template`. */
export const holdsTemplates = (path: string): boolean =>
  /(?:^|[\\/])(?:tokenizer_config|chat_template)\.json$/i.test(path);
export const isTemplateFile = (path: string): boolean => isTemplateAlone(path) || holdsTemplates(path);
