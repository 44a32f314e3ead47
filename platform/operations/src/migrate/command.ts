import { fail } from '@tallystick/terminal/io';
import type { Command } from '../command.ts';
import type { OwnStore } from '../stores/own-store.ts';
import { migrateStores } from './migrate.ts';

/** `migrate`, of a site with these stores beside its registry. */
export const migrateCommand = (own: readonly OwnStore[]): Command => ({
  name: 'migrate',
  takesFile: false,
  options: { plan: { type: 'boolean' }, writer: { type: 'string' }, reader: { type: 'string' } },
  run: async ({ text, on }, { environment, print }) => {
    const roles = (['writer', 'reader'] as const).flatMap((kind) => {
      const role = text(kind);
      return role === undefined ? [] : [{ kind, role }];
    });
    if (roles.length > 0 && environment.DATABASE_URL === undefined) {
      return fail('Roles are those of a PostgreSQL: set DATABASE_URL.');
    }
    const done = await migrateStores(environment, own, { planOnly: on('plan'), roles, print });
    return done.ok ? 0 : fail(done.problem);
  },
});
