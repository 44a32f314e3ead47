import { expect, it } from 'vitest';
import { askedBy, linesOf, readFrom } from './read-from.testing.ts';

/** The command, the call of the admin API, and what the registry does with it: where the reader begins. */
const start = [
  'platform/cli/src/verbs/promote.ts',
  'platform/admin/src/calls/change-calls.ts',
  'platform/registry/src/channel/request.ts',
];

/**
 * Where a promotion asks another part for one thing, and goes on: the reader need not know what is
 * behind.
 */
const entryPoints = [
  // How its moves are said, and a name that was mistyped.
  'cli/src/channel/moves.ts',
  'contract/src/nearest.ts',
  // How any call of the admin API is read and answered.
  'admin/src/answers.ts',
  'admin/src/if-match.ts',
  'registry/src/part/call.ts',
  'registry/src/contract/routes/parts.ts',
  // Schemas of what a change carries, and is refused for.
  'registry/src/contract/app-values.ts',
  'registry/src/contract/build-key.ts',
  'registry/src/contract/cause.ts',
  'registry/src/contract/condemned.ts',
  'registry/src/contract/health.ts',
  'registry/src/contract/ramp.ts',
  'registry/src/contract/scalars.ts',
  'registry/src/contract/slots-change.ts',
  'registry/src/contract/tokens.ts',
  // Whether builds and settings fit, what a browser falls back to, and a rollback goes to.
  'registry/src/contract/app-settings.ts',
  'registry/src/contract/can-ship.ts',
  'registry/src/channel/fit.ts',
  'registry/src/channel/values-fit.ts',
  'registry/src/channel/fallbacks.ts',
  'registry/src/channel/way-back.ts',
  // Which locks are in its way.
  'registry/src/contract/locks-in-the-way.ts',
  // Another change of a channel, which moves no build, and how a canary goes on by itself.
  'registry/src/channel/plan-slots.ts',
  'registry/src/channel/ramp.ts',
  // What the log says, what is read of the tables, and the hash of what readers are told.
  'registry/src/audit/replay.ts',
  'registry/src/channel/read-channel.ts',
  'registry/src/signing/attestation-hashes.ts',
].map((path) => `platform/${path}`);

const files = readFrom(
  start,
  (path) => /^platform\/(cli|admin|registry)\//.test(path) && !entryPoints.includes(path),
);

it('a promotion is read in at most 25 files and 2,500 lines, from the command to its revision', () => {
  expect(files.length).toBeLessThanOrEqual(25);
  expect(linesOf(files)).toBeLessThanOrEqual(2_500);
});

it('goes through each of the entry points', () => {
  const asked = askedBy(files);
  expect(entryPoints.filter((path) => !asked.includes(path))).toEqual([]);
});
