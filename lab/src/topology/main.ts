import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Misuse, runCommand } from '../command/command.ts';
import { fromCaller, wholeNumber } from '../command/read-values.ts';
import { runTopology } from './run-topology.ts';

const help = `Usage: npm run topology -- --from TREE [--to TREE] [--requests N] [--rows N]

Starts two site servers and two ledger services of the prebuilt tree FROM (npm run build) over one PostgreSQL and one
bucket, behind HAProxy with TLS. Under the load of visitors, live readers, a writer and a manager it upgrades each to TO,
takes each back, makes a backup and restores it, and kills each; then it says what failed, was missed or lost.

  --requests N   As many are asked for at least (100000)
  --rows N       Transfers that the ledger has before (0); a million takes two minutes
`;

// `npm run topology`
process.exit(
  await runCommand(
    {
      name: 'topology',
      help,
      words: {
        options: {
          from: { type: 'string' },
          to: { type: 'string' },
          requests: { type: 'string', default: '100000' },
          rows: { type: 'string', default: '0' },
        },
      },
      run: ({ values: { from, to, requests, rows } }) =>
        runTopology({
          from: treeAt(from),
          to: treeAt(to ?? from),
          wanted: wholeNumber('requests', requests, 1),
          rows: wholeNumber('rows', rows, 0),
        }),
    },
    process.argv.slice(2),
  ),
);

function treeAt(path: string | undefined): string {
  if (path === undefined)
    throw new Misuse('--from TREE is missing. Try: npm run topology -- --help');
  const tree = fromCaller(path);
  if (existsSync(join(tree, 'tallystick.js'))) return tree;
  throw new Misuse(`${tree} is no prebuilt tree. Make one: npm run build -- ${tree}`);
}
