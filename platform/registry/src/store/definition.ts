import * as clock from '@tallystick/store/clock';
import type { Definition } from '@tallystick/store/store';
import * as registry from './migrations/0001_registry.ts';
import * as health from './migrations/0003_health.ts';
import * as signatures from './migrations/0004_signatures.ts';
import * as auditMac from './migrations/0005_audit_mac.ts';
import * as shortLived from './migrations/0008_short_lived.ts';
import * as contracts from './migrations/0009_contracts.ts';
import * as log from './migrations/0012_log.ts';

/** The channel on which NOTIFY reports each change of the registry. */
export const changeChannel = 'release_change';

/** The store of a registry that has the core alone. */
const coreStore: Definition = {
  name: 'releases',
  title: 'The registry of releases',
  channel: changeChannel,
  schema: 'releases',
  appendOnly: ['audit', 'revision'],
  // The tables of open tabs and of health belong to parts, but are older than parts. Their migrations stay here, because
  // a backup is restored by exactly the migrations that it was made with.
  migrations: {
    '0001_registry': registry,
    '0003_health': health,
    '0004_signatures': signatures,
    '0005_audit_mac': auditMac,
    '0006_clock': { ...clock, runsFrom: '0005_audit_mac' },
    '0008_short_lived': shortLived,
    '0009_contracts': contracts,
    '0012_log': log,
  },
};

/** The store of a registry that has these parts. */
export function definitionWith(
  parts: readonly ({ name: string } & Pick<Definition, 'migrations'>)[],
): Definition {
  const ofParts = parts.flatMap(({ name: part, migrations }) =>
    Object.entries(migrations).map(
      ([name, { up, runsFrom }]) => [name, { up, runsFrom, part }] as const,
    ),
  );
  const migrations = { ...coreStore.migrations, ...Object.fromEntries(ofParts) };
  return { ...coreStore, migrations };
}
