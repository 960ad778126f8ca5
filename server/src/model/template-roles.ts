/** Whether a template that is data, such as one of `templates.custom`, writes who speaks in its text around the content. */
export const writesRoles = (message: string): boolean => /\{(?:role|Role|ROLE)\}/.test(message);
