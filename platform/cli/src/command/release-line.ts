import type { CommandLine } from '@tallystick/command-line/verb';
import { platformSettings } from '@tallystick/settings/environment';
import { settingsOf } from '@tallystick/settings/setting';
import { releaseCommand } from '@tallystick/settings/table/release-command';
import type { Verb } from './verb.ts';

/** Everything that the command can do, in the order of its help. All of them take their time to load. */
const verbs: CommandLine<Verb>['verbs'] = {
  check: async () => (await import('../verbs/check.ts')).check,
  dev: async () => (await import('../verbs/dev.ts')).dev,
  'can-ship': async () => (await import('../verbs/can-ship.ts')).canShip,
  preview: async () => (await import('../parts/previews/preview.ts')).preview,
  publish: async () => (await import('../verbs/publish.ts')).publish,
  promote: async () => (await import('../verbs/promote.ts')).promote,
  rollback: async () => (await import('../verbs/rollback.ts')).rollback,
  ramp: async () => (await import('../verbs/ramp.ts')).ramp,
  trains: async () => (await import('../parts/trains/trains.ts')).trains,
  abort: async () => (await import('../verbs/abort.ts')).abort,
  remove: async () => (await import('../verbs/remove.ts')).remove,
  status: async () => (await import('../verbs/status.ts')).status,
  why: async () => (await import('../verbs/why.ts')).why,
  errors: async () => (await import('../parts/errors/errors.ts')).errors,
  history: async () => (await import('../verbs/history.ts')).history,
  audit: async () => (await import('../verbs/audit.ts')).audit,
  diff: async () => (await import('../verbs/diff.ts')).diff,
  contains: async () => (await import('../parts/contents/contains.ts')).contains,
  sbom: async () => (await import('../parts/contents/sbom.ts')).sbom,
  builds: async () => (await import('../verbs/builds.ts')).builds,
  lock: async () => (await import('../verbs/locks.ts')).lock,
  unlock: async () => (await import('../verbs/locks.ts')).unlock,
  freeze: async () => (await import('../verbs/locks.ts')).freeze,
  unfreeze: async () => (await import('../verbs/locks.ts')).unfreeze,
  resume: async () => (await import('../verbs/resume.ts')).resume,
  slots: async () => (await import('../verbs/slots.ts')).slots,
  settings: async () => (await import('../verbs/app-settings.ts')).settings,
  openings: async () => (await import('../verbs/openings.ts')).openings,
  webhook: async () => (await import('../parts/webhooks/webhook.ts')).webhook,
  types: async () => (await import('../verbs/types.ts')).types,
  token: async () => (await import('../verbs/tokens.ts')).token,
  approvals: async () => (await import('../parts/approvals/approvals.ts')).approvals,
  trust: async () => (await import('../parts/trust/trust.ts')).trust,
  'sign-in': async () => (await import('../parts/people/people.ts')).signIn,
  'sign-out': async () => (await import('../parts/people/people.ts')).signOut,
  who: async () => (await import('../parts/people/who.ts')).who,
  whoami: async () => (await import('../verbs/tokens.ts')).whoami,
  console: async () => (await import('../verbs/console.ts')).consoleLink,
  verify: async () => (await import('../verbs/verify.ts')).verify,
  'check-log': async () => (await import('../verbs/check-log.ts')).checkLogVerb,
  witness: async () => (await import('../verbs/witness.ts')).witness,
  gc: async () => (await import('../verbs/gc.ts')).gc,
};

/** Names of all verbs. */
export const verbNames: readonly string[] = Object.keys(verbs);

/** The release command, called `program`. */
export const releaseLine = (program: string): CommandLine<Verb> => ({
  program,
  about: 'Ship one app, roll one app back.',
  verbs,
  earlier: new Map([['unhold', 'resume']]),
  options: { json: { about: 'one JSON document on standard output (npm: npm run -s)' } },
  settings: settingsOf({ 'The release command': releaseCommand, ...platformSettings }, ['release']),
  more: `A day's work:
  ${program} publish mfe-notes
  ${program} promote mfe-notes@1.3.0 --percent 10 --reason "new totals"
  ${program} status
  ${program} promote mfe-notes@1.3.0 --reason "new totals"
Something is wrong:
  ${program} rollback mfe-notes --recall --reason "totals are wrong"

Exit codes: 0 done, 1 refused, 2 not understood, 3 somebody else moved the app meanwhile,
4 the token is not good for it, 5 the registry does not answer, 6 the app is locked, the
channel frozen or the build condemned, 7 what is kept is not whole.`,
});
