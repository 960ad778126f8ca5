/** Whether a template that is given as data, such as one in `templates.custom`, writes the role as part of the text around the content. */
export const writesRoles = (message: string): boolean => /\{(?:role|Role|ROLE)\}/.test(message);
