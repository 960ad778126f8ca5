import { attributes, contentTypes, controlTokens, roles } from './openchatml-2.2.ts';

/** The seven format tokens of Harmony: those of 2.2 that have an id in its vocabulary. */
export const harmonyTokens = controlTokens.filter((token) => token.harmonyId !== undefined);

/** The roles of Harmony: in place of `tool`, a tool's name (HARM-08). */
export const harmonyRoles = roles.filter(({ notInHarmony }) => !notInHarmony);

/** All that Harmony has; it would take any other for something else (HARM-18). */
export const harmonyAttributes = attributes.filter(({ name }) => name === 'to');

/** The line of a system message by which a Harmony prompt is known. */
export const validChannelsLine = '# Valid channels:';

/** The line of a system message that sets the reasoning effort, which is all that it says; in any case. */
export const reasoningLine = /^Reasoning:[ \t]*(low|medium|high)[ \t]*$/im;

/** Types that Harmony writes as a bare word after the recipient, where 2.2 has `<|constrain|>`. */
export const bareContentTypes = [...contentTypes.map((type) => type.name), 'code'];
