import { attributes, contentTypes, controlTokens, roles } from './openchatml-2.2.ts';

/** The seven format tokens of Harmony, which are the tokens of 2.2 with an id in Harmony's vocabulary. */
export const harmonyTokens = controlTokens.filter((token) => token.harmonyId !== undefined);

/** The roles of Harmony. Instead of the role `tool`, Harmony has the name of the tool (HARM-08). */
export const harmonyRoles = roles.filter(({ notInHarmony }) => !notInHarmony);

/** The only attribute of Harmony. Its parser does not read any other attribute as an attribute (HARM-18). */
export const harmonyAttributes = attributes.filter(({ name }) => name === 'to');

/** The beginning of the line by which the system message of a Harmony prompt is recognized. */
export const validChannelsLine = '# Valid channels:';

/** A line of a system message that consists only of the reasoning effort, in upper or lower case. */
export const reasoningLine = /^Reasoning:[ \t]*(low|medium|high)[ \t]*$/im;

/** Types that Harmony writes as a bare word after the recipient, where 2.2 writes `<|constrain|>` before the type. */
export const bareContentTypes = [...contentTypes.map((type) => type.name), 'code'];
