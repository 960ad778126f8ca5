import { attributes, contentTypes, controlTokens, roles } from './openchatml-2.2.ts';

/** The seven format tokens of Harmony: the tokens of 2.2 with an id in its vocabulary. */
export const harmonyTokens = controlTokens.filter((token) => token.harmonyId !== undefined);

/** The roles of Harmony, which uses the names of tools in place of `tool` (HARM-08). */
export const harmonyRoles = roles.filter(({ notInHarmony }) => !notInHarmony);

/** The only attribute of Harmony, whose parser reads any other attribute as something else (HARM-18). */
export const harmonyAttributes = attributes.filter(({ name }) => name === 'to');

/** The line of a system message that identifies a Harmony prompt. */
export const validChannelsLine = '# Valid channels:';

/** The line of a system message that sets the reasoning effort, and nothing else; case-insensitive. */
export const reasoningLine = /^Reasoning:[ \t]*(low|medium|high)[ \t]*$/im;

/** Types that Harmony writes as a bare word after the recipient, in place of `<|constrain|>` in 2.2. */
export const bareContentTypes = [...contentTypes.map((type) => type.name), 'code'];
