/** Whether a template given as data, such as one of `templates.custom`, writes the role in the text around the content. */
export const writesRoles = (message: string): boolean => /\{(?:role|Role|ROLE)\}/.test(message);
