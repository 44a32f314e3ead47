import { join } from 'node:path';
import { openLog } from '@tallystick/guard/log/log';
import { usualLimits } from '@tallystick/guard/open-server';
import type { Opening } from '@tallystick/guard/server-process';
import { openTracing } from '@tallystick/guard/traces/tracing';
import { settleDataFolder } from '@tallystick/settings/data-folder';
import { samePortProblem } from '@tallystick/settings/listen-at';
import { databaseOf } from '@tallystick/store/store';
import { openServiceKey, serviceKeyFile } from './keys/service-key.ts';
import { shareServiceKey } from './keys/share-service-key.ts';
import { signEnd } from './records/log-end.ts';
import { startDemo } from './sample/demo.ts';
import { buildService } from './service/service.ts';
import { identityProblem } from './settings/identity-problem.ts';
import { ledgerServer, readLedgerEnvironment } from './settings/ledger-environment.ts';
import { openStore } from './store/store.ts';

const replicaStates = {
  'in use': 'Lists are read from DATABASE_READ_URL.',
  behind: 'The database at DATABASE_READ_URL is far behind: lists are read from DATABASE_URL.',
  away: 'The database at DATABASE_READ_URL does not answer: lists are read from DATABASE_URL.',
};

/** Opens the ledger service over the store that the environment names. */
export const openLedger: Opening = async (_platform, holding) => {
  const read = readLedgerEnvironment(process.env);
  if (!read.ok) throw new Error(read.problem);
  const { value: environment } = read;
  const metrics = { variable: 'METRICS_PORT', port: environment.METRICS_PORT };
  const problem =
    identityProblem(environment) ?? samePortProblem(metrics, [ledgerServer(environment)]);
  if (problem !== undefined) throw new Error(problem);
  const log = openLog({ service: 'ledger', level: environment.LOG_LEVEL });
  const opened = await openStore(environment, (state) => log.warn(replicaStates[state]));
  if (!opened.ok) throw new Error(opened.problem);
  const { value: store } = opened;
  holding.closeLater(store.close);
  const { DATA_DIR, SERVICE_KEY } = environment;
  const key = await openServiceKey(DATA_DIR);
  const shared = await shareServiceKey(
    store,
    key,
    join(DATA_DIR, serviceKeyFile),
    SERVICE_KEY === 'replace',
  );
  if (!shared.ok) throw new Error(shared.problem);
  await signEnd(store.db, await store.recordKey(), SERVICE_KEY === 'replace');
  console.log(`The ledger is kept by ${databaseOf(environment)}.`);
  for (const line of settleDataFolder(environment)) console.log(line);
  const tracing = await openTracing(environment, 'tallystick-ledger');
  if (tracing !== undefined) holding.closeLater(tracing.close);
  const service = await buildService({
    store,
    environment,
    log,
    tracing,
    leaving: holding.leaving,
    limits: usualLimits(holding.share),
  });
  const address = await holding.listen(service, ledgerServer(environment));
  if (environment.DEMO === 'on') {
    const tell = (line: string) => log.error(line);
    holding.closeLater(await startDemo({ ...store, tell }));
  }
  console.log(`Ledger service is ready: ${address}`);
};
