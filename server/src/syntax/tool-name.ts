/** Distinguishes names of tools from texts that are read as names because a call is not in the form of the dialect. */

/** Whether a text can be the name of a tool: it has no brackets, quotation marks or line breaks, which JSON and tokens have. */
export const isToolName = (text: string): boolean => !/[[\]{}<>"\n]/.test(text);
