import { platformSettings } from '@tallystick/settings/environment';
import { settingsOf, storeCommands } from '@tallystick/settings/setting';
import { fail } from '@tallystick/terminal/io';
import type { Command } from '../command.ts';
import type { OwnStore } from '../stores/own-store.ts';
import { migrateStores } from './migrate.ts';

/** `migrate`, of a site with these stores beside its registry. */
export const migrateCommand = (own: readonly OwnStore[]): Command => ({
  name: 'migrate',
  summary: 'brings the tables up to this version; servers do so themselves, if they may',
  about: `Brings the schemas of all stores up to this version. A server does so itself when it starts, if its
role may; where it may not, run this before, with the DATABASE_URL of the owner, straight to the
server and not by way of a pooler in transaction mode.

If one store may not be changed (a newer program was here, a step was skipped) none is, and it
says why. Exit code: 0 done, 1 not, 130 Ctrl-C: migrations that had run stay, the one under way is
undone.`,
  options: {
    plan: {
      about:
        'say what would run, and whether servers of the version that runs now may go on meanwhile; changes nothing',
    },
    writer: {
      value: 'ROLE',
      about:
        'grant a role what the servers need: rows, no tables; to the history of releases it may only append; holds for tables of later versions too',
    },
    reader: { value: 'ROLE', about: 'grant a role what looking, and backup, needs' },
  },
  settings: settingsOf(platformSettings, [storeCommands]),
  examples: [
    ['--plan', ''],
    ['--writer tallystick', 'with DATABASE_URL=postgres://owner@db/tallystick'],
  ],
  run: async ({ text, flag }, { environment, print }) => {
    const roles = (['writer', 'reader'] as const).flatMap((kind) => {
      const role = text(kind);
      return role === undefined ? [] : [{ kind, role }];
    });
    if (roles.length > 0 && environment.DATABASE_URL === undefined) {
      return fail('Roles are those of a PostgreSQL: set DATABASE_URL.');
    }
    const done = await migrateStores(environment, own, { planOnly: flag('plan'), roles, print });
    return done.ok ? 0 : fail(done.problem);
  },
});
