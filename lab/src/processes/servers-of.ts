import { processesOf } from '@tallystick/e2e/src/house/processes.ts';

/** A server of a house, as a process. */
export interface ServerProcess {
  name: 'site' | 'ledger';
  pid: number;
}

/** The servers with this data folder that run now. */
export async function serversOf(house: { dataDir: string }): Promise<ServerProcess[]> {
  const found = await processesOf(house);
  return found.flatMap(({ pid, command }): ServerProcess[] => {
    if (command.includes('platform/site/src/main.ts')) return [{ name: 'site', pid }];
    return command.includes('backend/src/main.ts') ? [{ name: 'ledger', pid }] : [];
  });
}
