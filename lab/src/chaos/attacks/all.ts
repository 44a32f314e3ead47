import type { Attack } from './attack.ts';
import { machineAttacks } from './machine.ts';
import { networkAttacks } from './network.ts';
import { parsingAttacks } from './parsing.ts';
import { peopleAttacks } from './people.ts';
import { protocolAttacks } from './protocol.ts';
import { registryAttacks } from './registry.ts';
import { serverEntryAttacks } from './server-entries.ts';
import { storeAttacks } from './stores.ts';

/** Every attack there is, by a name of its own. */
export const allAttacks: readonly Attack[] = [
  ...networkAttacks,
  ...registryAttacks,
  ...parsingAttacks,
  ...peopleAttacks,
  ...protocolAttacks,
  ...machineAttacks,
  ...storeAttacks,
  ...serverEntryAttacks,
];
