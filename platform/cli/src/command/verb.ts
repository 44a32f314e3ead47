import type { Option, ReadWords, Verb as TypedVerb } from '@tallystick/command-line/verb';
import { defaultChannel } from '@tallystick/contract/release';
import type { AdminClient } from '../admin/client.ts';
import type { Io } from '../io.ts';
import { fail, type Outcome } from '../outcome.ts';

/** One thing that the command can do. */
export interface Verb extends TypedVerb {
  /** @throws Failed if it did not do what was asked */
  run(given: Given): Promise<Outcome>;
}

/** What a verb works with. */
export interface Given extends ReadWords {
  /** Whether one document is wanted in place of text. */
  json: boolean;
  client: AdminClient;
  io: Io;
}

export const channelOption: Option = { value: 'NAME', about: 'another channel than production' };

export const reasonOption: Option = {
  value: 'WHY',
  about: 'why, for history; a terminal asks for it if it is missing',
};

/** Options of every change of a channel. */
export const changeOptions = {
  reason: reasonOption,
  channel: channelOption,
  'dry-run': { about: 'say what would change, and change nothing' },
};

/** What was given, for a use of a verb that takes no other of its options than these; another ends the command. */
export function withOnly(given: Given, use: string, ...takes: readonly string[]): Given {
  const stray = given.options.find((option) => !takes.includes(option));
  if (stray === undefined) return given;
  const own = takes.map((option) => `--${option}`).join(', ') || 'none';
  return fail('usage', `There is no option --${stray} of ${use}; it takes ${own}.`);
}

/** The word after the verb, if there is just one; else `problem`. */
export function onlyWord([word, ...others]: readonly string[], problem: string): string {
  return word === undefined || others.length > 0 ? fail('usage', problem) : word;
}

/** The word after the verb, if there is one; `problem`, if there are more. */
export function wordOrNone(words: readonly string[], problem: string): string | undefined {
  return words.length === 0 ? undefined : onlyWord(words, problem);
}

/** A share of browsers, such as `10` or `10%`; undefined: all. Another text ends the command. */
export function percentOf({ text }: Pick<Given, 'text'>, option: string): number | undefined {
  const written = text(option);
  if (written === undefined) return undefined;
  const percent = Number(written.replace(/ ?%$/, ''));
  if (percent >= 0.01 && percent < 100) return percent;
  const next = `Without --${option} all browsers get it.`;
  return fail('usage', `--${option} is a number from 0.01 to 99.99.`, next);
}

/** The channel that is meant. */
export function channelOf({ text }: Pick<Given, 'text'>): string {
  return text('channel') ?? defaultChannel;
}

/** A moment with its zone, such as `2026-12-02T09:00Z`, in ISO. Another text, or none, ends the command. */
export function momentOf({ text }: Pick<Given, 'text'>, option: string): string {
  const written = text(option) ?? '';
  const isZoned = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/.test(written);
  const moment = isZoned ? Date.parse(written) : Number.NaN;
  if (Number.isNaN(moment)) {
    fail('usage', `--${option} is a time with its zone, such as 2026-12-02T09:00Z.`);
  }
  return new Date(moment).toISOString();
}
