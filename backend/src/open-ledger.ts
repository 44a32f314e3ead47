import { identityProblem } from '@tallystick/guard/local-identity';
import { usualLimits } from '@tallystick/guard/open-server';
import type { Opening } from '@tallystick/guard/server-process';
import { openTracing } from '@tallystick/guard/traces/tracing';
import { settleDataFolder } from '@tallystick/shared/environment/data-folder';
import { writeImportKey } from './import/import-key.ts';
import { startDemo } from './sample/demo.ts';
import { buildService } from './service/service.ts';
import { openStore } from './store/store.ts';

const replicaStates = {
  'in use': 'Lists are read from DATABASE_READ_URL.',
  behind: 'The database at DATABASE_READ_URL is far behind: lists are read from DATABASE_URL.',
  away: 'The database at DATABASE_READ_URL does not answer: lists are read from DATABASE_URL.',
};

/** Opens the ledger service over the store that the environment names. */
export const openLedger: Opening = async (environment, holding) => {
  const problem = identityProblem(environment);
  if (problem !== undefined) throw new Error(problem);
  const { BACKEND_PORT, BACKEND_SOCKET, DATA_DIR: folder, DEMO } = environment;
  const opened = await openStore(environment, (state) => console.log(replicaStates[state]));
  if (!opened.ok) throw new Error(opened.problem);
  const { store } = opened;
  holding.closeLater(store.close);
  if (store.engine === 'pglite') {
    console.log(
      `The ledger is kept by PGlite in ${folder}: for one machine, and without fsync ` +
        '(a power cut can lose the last records).',
    );
  }
  for (const line of settleDataFolder(environment)) console.log(line);
  const importKey = store.engine === 'pglite' ? await writeImportKey(folder) : undefined;
  const tracing = await openTracing(environment, 'tallystick-ledger');
  if (tracing !== undefined) holding.closeLater(tracing.close);
  const service = await buildService({
    store,
    environment,
    tracing,
    leaving: holding.leaving,
    limits: usualLimits(holding.share),
    ...(importKey !== undefined && { importKey }),
  });
  const address = await holding.listen(service, 'BACKEND');
  if (BACKEND_SOCKET === undefined) store.announce(BACKEND_PORT);
  if (DEMO === 'on') {
    const tell = (line: string) => service.log.error(line);
    holding.closeLater(await startDemo({ ...store, tell }));
  }
  console.log(`Ledger service is ready: ${address}`);
};
