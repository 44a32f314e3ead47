import { existsSync } from 'node:fs';
import { type Result, refused } from '@tallystick/contract/result';
import type { Environment } from '@tallystick/settings/environment';
import { hasDatabase } from '@tallystick/store/local-server';
import { migrate, schemaOf } from '@tallystick/store/migrate';
import { type MigrationPlan, planMigrations } from '@tallystick/store/migration-plan';
import { type Definition, openStoreAsItIs, type Store } from '@tallystick/store/store';
import { definitionsOf, type OwnStore } from '../stores/own-store.ts';
import { grant, mayMakeTables, type RoleKind } from './grant.ts';

export interface MigrateOptions {
  /** Says what would be done and does nothing. */
  planOnly: boolean;
  /** Roles that get what they need of the tables. */
  roles: readonly { kind: RoleKind; role: string }[];
  print(line: string): void;
}

/**
 * Brings the schemas of all stores up to this program, after a look at all of them: if one may not be changed, none
 * is. Rejects with one line for a person.
 */
export async function migrateStores(
  environment: Environment,
  own: readonly OwnStore[],
  { planOnly, roles, print }: MigrateOptions,
): Promise<Result<null>> {
  const { DATA_DIR: folder, DATABASE_URL } = environment;
  if (DATABASE_URL === undefined && !existsSync(folder)) {
    return refused(`There is no store in ${folder}: that folder is not there.`);
  }
  const stores: { definition: Definition; store: Store<unknown> }[] = [];
  try {
    for (const definition of definitionsOf(own)) {
      if (isAbsent(environment)) {
        print(`${definition.title}: not in ${environment.DATA_DIR} yet; its first start makes it.`);
        continue;
      }
      const opened = await openStoreAsItIs(definition, environment);
      if (!opened.ok) return opened;
      stores.push({ definition, store: opened.value });
    }
    const plans = [];
    for (const { definition, store } of stores) {
      const schema = await schemaOf(store.db, definition.schema);
      const planned = await planMigrations(store.db, { ...definition, schema });
      if (!planned.ok) return refused(`${definition.title}: ${planned.problem}`);
      const { value: plan } = planned;
      for (const line of inWords(plan)) print(`${definition.title}: ${line}`);
      plans.push({ definition, store, schema, plan });
    }
    if (planOnly) return { ok: true, value: null };
    for (const { definition, store, schema, plan } of plans) {
      await migrate(store, definition);
      for (const { kind, role } of roles) {
        await grant(store.db, definition, schema, role, kind);
        if (!(await mayMakeTables(store.db, schema, role))) continue;
        print(
          `${role} may still make tables in ${schema}. Where everybody may: revoke create on schema ${schema} from public`,
        );
      }
      if (plan.pending.length > 0) print(`${definition.title}: done.`);
    }
    for (const { kind, role } of roles) print(`${role} has what a ${kind} needs.`);
    return { ok: true, value: null };
  } finally {
    for (const { store } of stores) await store.close();
  }
}

/** To open the database of a folder that has none would make it. */
const isAbsent = ({ DATA_DIR, DATABASE_URL }: Environment) =>
  DATABASE_URL === undefined && !hasDatabase(DATA_DIR);

function inWords({ at, pending, unknown, previousMayRun }: MigrationPlan): string[] {
  const newer = unknown.map((name) => `${name} has run, of a newer program; this one may go on.`);
  if (pending.length === 0) return [`at ${at}, nothing to do.`, ...newer];
  const from = at === null ? 'empty' : `at ${at}`;
  const toRun = `${from}, to run: ${pending.map(({ name }) => name).join(', ')}.`;
  const servers = previousMayRun
    ? 'servers of the version that runs now may go on meanwhile.'
    : 'end the servers of the version that runs now first: they cannot run on it.';
  return [toRun, ...(at === null ? [] : [servers]), ...newer];
}
