import { fail } from '@tallystick/backend/src/cli/io.ts';
import { runCommand } from '../command.ts';
import { migrateStores } from './migrate.ts';

// `npm run migrate`
await runCommand({
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
    const done = await migrateStores(environment, { planOnly: on('plan'), roles, print });
    return done.ok ? 0 : fail(done.problem);
  },
});
