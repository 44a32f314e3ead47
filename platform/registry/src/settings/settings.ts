import type { Context } from '../context.ts';
import { settingsOf } from '../contract/app-settings.ts';
import { refusal } from '../contract/problem.ts';
import { unlessManager } from '../refusals.ts';
import type { Settings } from '../registry.ts';

/**
 * What managers set for apps. It stands in the audit log alone: there is no row that could say
 * something else.
 */
export function openSettings({ audit, write }: Pick<Context, 'audit' | 'write'>): Settings {
  return {
    all: async () => new Map((await audit.follow()).settings),

    change: async (actor, app, expected, { reason, ...wanted }) => {
      const mayNot = unlessManager(actor, 'set limits and approvals');
      if (mayNot) return mayNot;
      // Urgent, since it may take an approval back.
      return write(async ({ replay, at, append }) => {
        const { revision, openings } = settingsOf(replay.settings, app);
        if (revision !== expected) {
          const problem = `the settings of ${app} are at revision ${revision}, not at ${expected}`;
          return refusal('moved', problem);
        }
        const settings = { app, revision: revision + 1, openings, ...wanted };
        await append(actor, 'settings', { ...settings, reason });
        return { ok: true, value: { ...settings, changed: { at, by: actor.name, reason } } };
      }, 'urgent');
    },
  };
}
