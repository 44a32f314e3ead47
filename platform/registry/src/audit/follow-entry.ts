import * as v from 'valibot';
import { settingsChangeSchema } from '../contract/app-settings.ts';
import {
  gcSchema,
  grantSchema,
  newLockSchema,
  publishSchema,
  revocationSchema,
  unlockSchema,
} from './details.ts';
import type { LoggedEntry } from './log-view.ts';
import type { ReplayState } from './replay-state.ts';

/**
 * Takes in an entry that makes no revision. Actions of parts are ignored; their views follow them.
 *
 * @param attestation hash of the attestation that the entry covers, or null
 * @throws Error if the entry's detail cannot be read
 */
export function followEntry(
  { builds, tokens, locks, settings, channels }: ReplayState,
  { action, detail, sequence, at, by }: LoggedEntry,
  attestation: string | null,
): void {
  if (action === 'publish') {
    const { app, build, ...published } = v.parse(publishSchema, detail);
    builds.set(`${app}@${build}`, { ...published, attestation, entry: sequence });
  } else if (action === 'gc') {
    const { deleted } = v.parse(gcSchema, detail);
    for (const { app, build } of deleted) {
      builds.delete(`${app}@${build}`);
      // Published again, the build id may have another content.
      for (const { live } of channels.values()) live.delete(`${app}@${build}`);
    }
  } else if (action === 'lock') {
    const lock = v.parse(newLockSchema, detail);
    locks.set(`${lock.channel}/${lock.app}`, { ...lock, by, at });
  } else if (action === 'unlock') {
    const { channel, app } = v.parse(unlockSchema, detail);
    locks.delete(`${channel}/${app}`);
  } else if (action === 'token-create') {
    const grant = v.parse(grantSchema, detail);
    tokens.set(grant.id, { grant, sequence, revokedAt: null });
  } else if (action === 'token-revoke') {
    const { id } = v.parse(revocationSchema, detail);
    const granted = tokens.get(id);
    if (granted) tokens.set(id, { ...granted, revokedAt: at });
  } else if (action === 'settings') {
    const { reason, ...changed } = v.parse(settingsChangeSchema, detail);
    settings.set(changed.app, { ...changed, changed: { at, by, reason } });
  }
}
