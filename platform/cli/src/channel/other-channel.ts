import { channelNameSchema } from '@tallystick/contract/release';
import * as v from 'valibot';
import { channelOf, type Given } from '../command/verb.ts';
import { fail } from '../outcome.ts';

/** Ends the command if its words do not name what is live in another channel: that has no version, and is not this one. */
export function requireOther(from: string, { words, ...given }: Given): void {
  if (!v.is(channelNameSchema, from)) fail('usage', `--from ${from} is not a channel's name.`);
  if (from === channelOf(given)) fail('usage', `--from ${from} is the channel that is to change.`);
  const versioned = words.find((word) => word.includes('@'));
  if (versioned === undefined) return;
  fail('usage', `With --from an app has no version: ${versioned.split('@', 1)[0]}.`);
}
