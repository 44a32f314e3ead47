import { writtenSettings } from '@tallystick/contract/written-settings';
import { configuredIn } from '../channel/configured.ts';
import { requireReason } from '../command/reason.ts';
import { channelOf, type Given, percentOf, withOnly } from '../command/verb.ts';
import { fail, type Outcome } from '../outcome.ts';
import { makeChange } from './change.ts';

/** Options of a change of what a channel has set of an app's settings. */
const configureOptions = ['share', 'now', 'reason', 'channel', 'dry-run'] as const;

/** `settings APP set NAME=VALUE…`, `settings APP unset NAME…` and `settings APP complete`, in one channel. */
export async function configure(
  given: Given,
  app: string,
  use: string,
  words: readonly string[],
): Promise<Outcome> {
  withOnly(given, `settings ${app} ${use}`, ...configureOptions);
  requireReason(given);
  const share = percentOf(given, 'share');
  if (share !== undefined && use !== 'set')
    fail('usage', `--share is for "set", not for "${use}".`);
  if (words.length === 0 && use !== 'complete' && share === undefined) {
    fail('usage', 'Name a setting.', `Such as: settings ${app} set pageSize=50`);
  }
  const percent = share === undefined ? {} : { percent: share };
  const more = use === 'complete' ? { complete: true as const } : percent;
  const set = use === 'set' ? await written(given, app, words) : ending(words);
  const change = { kind: 'configure', app, set, ...more, now: given.flag('now') } as const;
  return await makeChange(given, (reason) => ({ ...change, reason }));
}

/** The settings to set, as the app declares them in the channel. */
async function written(given: Given, app: string, words: readonly string[]) {
  if (words.length === 0) return {};
  const channel = channelOf(given);
  const found = await configuredIn(given.client, app, channel);
  if (found === null) return fail('unknown', `${app} is not in ${channel}.`, 'What is: status.');
  const read = writtenSettings(found.declared, words);
  if (read.ok) return read.value;
  return fail('usage', `${app}: ${read.problem}`, `What it declares: settings ${app}.`);
}

const ending = (words: readonly string[]) => Object.fromEntries(words.map((name) => [name, null]));
