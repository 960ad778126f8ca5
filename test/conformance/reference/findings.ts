/** Finds the differences between this project and the reference parser in strict mode. */
import type { Rejection } from '../../../server/src/model/reference/errors.ts';
import { parseReference, type ReferenceMessage } from '../../../server/src/model/reference/parse.ts';
import { type Alarm, alarmsOf, type OwnMessage, ownMessages, type Said } from './project.ts';

interface OfMessage {
  readonly text: string;
  /** The message, as the reference reads it, that contains the difference, if any. */
  readonly message: ReferenceMessage | undefined;
}

/** A difference between this project and the reference parser. */
export type Finding =
  /** A value is read differently. */
  | (OfMessage & { readonly kind: 'value'; readonly field: keyof Said; readonly theirs: Said; readonly ours: Said })
  /** This project reads a message of the reference as no message or as several. */
  | (OfMessage & { readonly kind: 'number' })
  /** An error or a warning in a text that the reference accepts. */
  | (OfMessage & { readonly kind: 'alarm'; readonly alarm: Alarm })
  /** No error or warning in the message in which the reference stops. */
  | { readonly kind: 'silent'; readonly text: string; readonly message?: undefined; readonly error: Rejection };

export interface Compared {
  /** Whether the reference accepts the text. */
  readonly accepted: boolean;
  readonly findings: readonly Finding[];
}

/**
 * Compares how the reference and this project read a text. `roleBefore` decides whether the reference reads the text as a completion,
 * because this project has to decide as well.
 */
export function compared(text: string): Compared {
  const { messages, error } = parseReference(text);
  const alarms = alarmsOf(text);
  if (error !== undefined) {
    return { accepted: false, findings: isNoticed(text, error, alarms) ? [] : [{ kind: 'silent', text, error }] };
  }
  return { accepted: true, findings: [...valueFindings(text, messages), ...alarmFindings(text, messages, alarms)] };
}

/** Whether a problem is reported between the start of the rejected message and the start of the next message. */
function isNoticed(text: string, { from, at }: Rejection, alarms: readonly Alarm[]): boolean {
  const next = text.indexOf('<|start|>', at);
  const to = next < 0 ? text.length : next;
  return alarms.some(({ start, end }) => start <= to && end >= from);
}

function alarmFindings(text: string, messages: readonly ReferenceMessage[], alarms: readonly Alarm[]): Finding[] {
  return alarms.map((alarm) => {
    const message = messages.find(({ from, to }) => from <= alarm.start && alarm.start < to) ?? messages.at(-1);
    return { kind: 'alarm', text, message, alarm };
  });
}

function valueFindings(text: string, messages: readonly ReferenceMessage[]): Finding[] {
  const own = ownMessages(text);
  return messages.flatMap((message): Finding[] => {
    const within = own.filter(({ from }) => message.from <= from && from < message.to);
    const [ours] = within;
    if (ours === undefined || within.length > 1) return [{ kind: 'number', text, message }];
    return different(message, ours).map((field) => ({
      kind: 'value',
      text,
      message,
      field,
      theirs: said(message),
      ours,
    }));
  });
}

const fields = ['speaker', 'recipient', 'channel', 'body'] as const;

function different(message: ReferenceMessage, ours: OwnMessage): (keyof Said)[] {
  const theirs = said(message);
  return fields.filter((field) => theirs[field] !== ours[field]);
}

function said({ role, name, recipient, channel, text }: ReferenceMessage): Said {
  return { speaker: name ?? role, recipient, channel, body: text };
}
