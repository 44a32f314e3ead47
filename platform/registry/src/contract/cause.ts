import { appNameSchema, buildIdSchema } from '@tallystick/contract/release';
import * as v from 'valibot';
import { canarySchema } from './channel.ts';
import { channelWords } from './channel-words.ts';
import { type Condemned, condemnedSchema } from './condemned.ts';
import { lockSchema } from './history.ts';
import { everyApp, minuteOf } from './scalars.ts';

/**
 * Why a change of a channel is refused, as values.
 * - `locked`: somebody has locked the app, or frozen the channel.
 * - `condemned`: the build was taken back, and nobody has resumed it.
 * - `ambiguous`: a rollback that does not say whether it means the live build or the canary beside it.
 *   `paused`: the registry has already taken that canary from all browsers.
 */
export const causeSchema = v.variant('code', [
  v.object({ code: v.literal('locked'), lock: lockSchema }),
  v.object({ code: v.literal('condemned'), condemned: condemnedSchema }),
  v.object({
    code: v.literal('ambiguous'),
    app: appNameSchema,
    live: buildIdSchema,
    canary: canarySchema,
    paused: v.boolean(),
  }),
]);
export type Cause = v.InferOutput<typeof causeSchema>;

/** What is wrong, half a sentence. */
export function problemOf(cause: Cause): string {
  switch (cause.code) {
    case 'locked': {
      const { app, channel, by, reason, until = '' } = cause.lock;
      return app === everyApp
        ? `${channel} is frozen by ${by} until ${minuteOf(until)}: ${reason}`
        : `${app} is locked by ${by}: ${reason}`;
    }
    case 'condemned': {
      const { app, build, why, by, revision, reason } = cause.condemned;
      return `${app} ${build} ${was[why]} by ${by} in revision ${revision}: ${reason}`;
    }
    case 'ambiguous': {
      const { app, live, canary, paused } = cause;
      const share = `for ${canary.percent} % of browsers`;
      const beside = paused
        ? `its canary ${canary.build} (${share}) is paused: no browser gets that`
        : `${canary.build} is its canary, ${share}`;
      return `${app} has ${live} live, and ${beside}. Which is meant is not said`;
    }
  }
}

/** What can be done about it, in whole sentences that name verbs of the release command. */
export function wayOutOf(cause: Cause, channel: string): string {
  const there = channelWords(channel);
  switch (cause.code) {
    case 'locked': {
      const { app, by } = cause.lock;
      if (app === everyApp) {
        return `To go back is possible all the same. A manager ends the freeze: unfreeze ${channel}.`;
      }
      return `Ask ${by}; a manager can unlock it: unlock ${app}${there}.`;
    }
    case 'condemned': {
      const { app, build } = cause.condemned;
      return `Release another build, or ask a manager to resume it: resume ${app}@${build}${there}.`;
    }
    case 'ambiguous': {
      const { app, paused } = cause;
      const live = `To take the live build back: rollback ${app} --live${there}.`;
      return paused ? live : `To end the canary: abort ${app}${there}. ${live}`;
    }
  }
}

const was: Record<Condemned['why'], string> = {
  paused: 'was paused',
  'rolled-back': 'was rolled back',
  recalled: 'was recalled',
  undone: 'was undone',
};
