import * as v from 'valibot';
import { amount, oneOf, percent, safeAddress } from '../kinds.ts';
import { setting } from '../setting.ts';

const readBy = ['site', 'admin'];

/** The rule about builds that fail, and where it is told what was done. */
export const health = {
  HEALTH_RULE: setting(oneOf(['act', 'alert', 'off'], 'act'), {
    does: 'what the registry does about a failing build: pause or roll back (`act`), only report (`alert`), nothing (`off`)',
    readBy,
    see: 'decisions/0037-builds-are-judged-by-browsers.md',
  }),
  HEALTH_WINDOW: setting(amount('10'), { does: 'minutes that it looks back', readBy }),
  HEALTH_BROWSERS: setting(amount('5'), {
    does: 'browsers that must have had a build before it is judged',
    readBy,
  }),
  HEALTH_FAILED: setting(amount('5'), {
    does: 'browsers, and networks, in which it must have failed',
    readBy,
  }),
  HEALTH_NETWORKS: setting(amount('10'), {
    does: 'networks in which a live build must have failed before an automatic rollback, and half of those that had it',
    readBy,
  }),
  HEALTH_WRONG: setting(amount('10000'), {
    does: 'of so many builds that fail no more often than the one before, one may ever be taken for worse',
    readBy,
  }),
  HEALTH_MARGIN: setting(percent('2'), {
    does: 'percentage points by which it must fail more often than the build it is compared with',
    readBy,
  }),
  HEALTH_SLOWER: setting(percent('10'), {
    does: 'percent by which a canary must be slower than the live build, at the 75th percentile',
    readBy,
  }),
  HEALTH_PER_NETWORK: setting(
    v.optional(
      v.union([v.literal('off'), amount('5')], 'is not a number of 1 or more, or off'),
      '5',
    ),
    {
      does: 'browsers of one network that count; `off`: all, where all visitors share an address',
      readBy,
    },
  ),
  HEALTH_SAMPLE: setting(percent('100'), {
    does: 'percent of browsers whose loads are counted; failures always are',
    readBy,
  }),
  HEALTH_TRIAL: setting(amount('24'), {
    does: 'hours after which a live build is not rolled back automatically',
    readBy,
  }),
  HEALTH_TAKES_BACK: setting(oneOf(['recall', 'rollback'], 'recall'), {
    does: 'an automatic rollback is a `recall`, which open tabs follow at once, or a `rollback`',
    readBy,
  }),
  RAMP_MINUTES: setting(amount('10'), {
    does: 'minutes for which each share of a ramp is tried at least',
    readBy,
    see: 'decisions/0112-ramps-trains-and-freezes.md',
  }),
  RAMP_BROWSERS: setting(amount('50'), {
    does: 'browsers that must have had a canary lately before its ramp goes on',
    readBy,
  }),
  RELEASE_WEBHOOK_URL: setting(v.optional(safeAddress('https://hooks.example/releases')), {
    does: 'where that is reported (https, or this machine); absent: on the board alone',
    readBy,
    secret: true,
  }),
  RELEASE_WEBHOOK_SHAPE: setting(oneOf(['plain', 'slack', 'teams'], 'plain'), {
    does: 'how it is written: `plain` JSON, or as Slack or Teams takes it',
    readBy,
  }),
  RELEASE_WEBHOOK_SECRET: setting(
    v.optional(v.pipe(v.string(), v.minLength(16, 'is shorter than 16 letters'))),
    { does: 'signs what is sent there; 16 letters or more', readBy, secret: true },
  ),
};
