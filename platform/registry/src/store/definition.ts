import * as clock from '@tallystick/store/clock';
import type { Definition } from '@tallystick/store/store';
import * as registry from './migrations/0001_registry.ts';
import * as health from './migrations/0003_health.ts';
import * as signatures from './migrations/0004_signatures.ts';
import * as auditMac from './migrations/0005_audit_mac.ts';
import * as shortLived from './migrations/0008_short_lived.ts';
import * as contracts from './migrations/0009_contracts.ts';

/** The channel of NOTIFY that reports each change of the registry. */
export const changeChannel = 'release_change';

/** The store of a registry that has the core alone. */
const coreStore: Definition = {
  name: 'releases',
  title: 'The registry of releases',
  channel: changeChannel,
  schema: 'releases',
  appendOnly: ['audit', 'revision'],
  migrations: {
    '0001_registry': registry,
    '0003_health': health,
    '0004_signatures': signatures,
    '0005_audit_mac': auditMac,
    '0006_clock': { ...clock, runsFrom: '0005_audit_mac' },
    '0008_short_lived': shortLived,
    '0009_contracts': contracts,
  },
};

/** The store of a registry that has these parts. */
export function definitionWith(parts: readonly Pick<Definition, 'migrations'>[]): Definition {
  const all = [coreStore, ...parts].flatMap(({ migrations }) => Object.entries(migrations));
  return { ...coreStore, migrations: Object.fromEntries(all) };
}
