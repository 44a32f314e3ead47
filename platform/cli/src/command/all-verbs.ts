import type { Verb } from './verb.ts';

/** Everything that the command can do, in the order of its help. Each is loaded as it is used: all of them take their time. */
const verbs: Readonly<Record<string, () => Promise<Verb>>> = {
  check: async () => (await import('../verbs/check.ts')).check,
  'can-ship': async () => (await import('../verbs/can-ship.ts')).canShip,
  preview: async () => (await import('../parts/previews/preview.ts')).preview,
  publish: async () => (await import('../verbs/publish.ts')).publish,
  promote: async () => (await import('../verbs/promote.ts')).promote,
  rollback: async () => (await import('../verbs/rollback.ts')).rollback,
  abort: async () => (await import('../verbs/abort.ts')).abort,
  remove: async () => (await import('../verbs/remove.ts')).remove,
  status: async () => (await import('../verbs/status.ts')).status,
  errors: async () => (await import('../parts/errors/errors.ts')).errors,
  history: async () => (await import('../verbs/history.ts')).history,
  diff: async () => (await import('../verbs/diff.ts')).diff,
  builds: async () => (await import('../verbs/builds.ts')).builds,
  lock: async () => (await import('../verbs/locks.ts')).lock,
  unlock: async () => (await import('../verbs/locks.ts')).unlock,
  resume: async () => (await import('../verbs/resume.ts')).resume,
  settings: async () => (await import('../verbs/app-settings.ts')).settings,
  webhook: async () => (await import('../parts/webhooks/webhook.ts')).webhook,
  types: async () => (await import('../verbs/types.ts')).types,
  token: async () => (await import('../verbs/tokens.ts')).token,
  trust: async () => (await import('../parts/trust/trust.ts')).trust,
  whoami: async () => (await import('../verbs/tokens.ts')).whoami,
  console: async () => (await import('../verbs/console.ts')).consoleLink,
  verify: async () => (await import('../verbs/verify.ts')).verify,
  gc: async () => (await import('../verbs/gc.ts')).gc,
};

/** What verbs were called before. */
const earlier: Readonly<Record<string, string>> = { unhold: 'resume' };

/** Names of all verbs. */
export const verbNames: readonly string[] = Object.keys(verbs);

/** The verb of a name, or of one from before. */
export async function verbOf(name = ''): Promise<Verb | undefined> {
  const meant = Object.hasOwn(earlier, name) ? (earlier[name] ?? name) : name;
  return Object.hasOwn(verbs, meant) ? await verbs[meant]?.() : undefined;
}

/** All of them. */
export function loadVerbs(): Promise<Verb[]> {
  return Promise.all(Object.values(verbs).map((load) => load()));
}
