/** The lines of a system message in the layout of Harmony. Not needed at startup. */
import { headerKeys } from './document-header.ts';
import { validChannelsLine } from './harmony.ts';
import { channels } from './openchatml-2.2.ts';
import type { SystemLineFact } from './types.ts';

const efforts = headerKeys.find(({ path }) => path === 'generation_settings.reasoning_effort')?.values ?? [];

/** The line that follows the list of channels if the developer message declares functions. */
export const callsNote = "Calls to these tools must go to the commentary channel: 'functions'.";

/** The lines in their order. Each line begins with its name. */
export const systemLines: readonly SystemLineFact[] = [
  { name: 'Knowledge cutoff:', doc: "The model's knowledge cutoff, such as `2024-06`." },
  { name: 'Current date:', doc: 'The day of the conversation, such as `2025-08-08`.' },
  {
    name: 'Reasoning:',
    values: efforts,
    doc: 'The amount of reasoning, called `reasoning_effort` in the document header.',
  },
  {
    name: validChannelsLine,
    text: `${channels.map(({ name }) => name).join(', ')}. Channel must be included for every message.`,
    doc: 'The channels that the model may use. A Harmony prompt is recognized by this line.',
  },
];
