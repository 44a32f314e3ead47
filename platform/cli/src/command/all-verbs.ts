import { errors } from '../parts/errors/errors.ts';
import { preview } from '../parts/previews/preview.ts';
import { trust } from '../parts/trust/trust.ts';
import { webhook } from '../parts/webhooks/webhook.ts';
import { abort } from '../verbs/abort.ts';
import { settings } from '../verbs/app-settings.ts';
import { builds } from '../verbs/builds.ts';
import { canShip } from '../verbs/can-ship.ts';
import { check } from '../verbs/check.ts';
import { consoleLink } from '../verbs/console.ts';
import { diff } from '../verbs/diff.ts';
import { gc } from '../verbs/gc.ts';
import { history } from '../verbs/history.ts';
import { lock, unlock } from '../verbs/locks.ts';
import { promote } from '../verbs/promote.ts';
import { publish } from '../verbs/publish.ts';
import { remove } from '../verbs/remove.ts';
import { resume } from '../verbs/resume.ts';
import { rollback } from '../verbs/rollback.ts';
import { status } from '../verbs/status.ts';
import { token, whoami } from '../verbs/tokens.ts';
import { types } from '../verbs/types.ts';
import { verify } from '../verbs/verify.ts';
import type { Verb } from './verb.ts';

/** Everything that the command can do, in the order of its help. */
export const verbs: readonly Verb[] = [
  check,
  canShip,
  preview,
  publish,
  promote,
  rollback,
  abort,
  remove,
  status,
  errors,
  history,
  diff,
  builds,
  lock,
  unlock,
  resume,
  settings,
  webhook,
  types,
  token,
  trust,
  whoami,
  consoleLink,
  verify,
  gc,
];

/** The verb of a name or alias. */
export function verbOf(name = ''): Verb | undefined {
  return verbs.find((one) => one.name === name || one.alias === name);
}
