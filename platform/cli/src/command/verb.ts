import { defaultChannel } from '@tallystick/contract/release';
import type { AdminClient } from '../admin/client.ts';
import type { Io } from '../io.ts';
import { fail, type Outcome } from '../outcome.ts';

/** An option of a verb. */
export interface Option {
  /** It may be given several times. */
  multiple?: true;
  /** What stands for its value in help, such as `N`; absent: it has none. */
  value?: string;
  about: string;
}

/** One thing that the command can do. */
export interface Verb {
  name: string;
  /** What follows the name, as help shows it; absent: it takes no words. */
  takes?: string;
  /** One line. */
  summary: string;
  /** What one should know before the first use; lines of at most 90 letters. */
  about: string;
  options?: Readonly<Record<string, Option>>;
  /** Words after the program's name, each with what they do. */
  examples: readonly (readonly [string, string])[];
  /** @throws Failed if it did not do what was asked */
  run(given: Given): Promise<Outcome>;
}

/** What a verb works with. */
export interface Given {
  /** The words after the verb that are no options. */
  words: readonly string[];
  text(option: string): string | undefined;
  /** All values of an option that may be repeated. */
  texts(option: string): string[];
  flag(option: string): boolean;
  /** The names of the verb's own options that are given. */
  options: readonly string[];
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

/** The channel that is meant. */
export function channelOf({ text }: Pick<Given, 'text'>): string {
  return text('channel') ?? defaultChannel;
}
