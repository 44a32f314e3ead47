import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Misuse, runCommand } from '../command/command.ts';
import { fromCaller, wholeNumber } from '../command/read-values.ts';
import { runTopology } from './run-topology.ts';

// `npm run topology`
process.exit(
  await runCommand(
    {
      name: 'topology',
      summary: 'several servers of a kind, upgraded and killed under load',
      about: `Starts two site servers and two ledger services of the prebuilt tree FROM (npm run build) over one
PostgreSQL and one bucket, behind HAProxy with TLS. Under the load of visitors, live readers, a
writer and a manager it upgrades each to TO, takes each back, makes a backup and restores it, and
kills each; then it says what failed, was missed or lost.`,
      options: {
        from: { value: 'TREE', about: 'the prebuilt tree that it starts with' },
        to: { value: 'TREE', about: 'the one that it upgrades to; else the same' },
        requests: { value: 'N', about: 'as many are asked for at least; else 100000' },
        rows: {
          value: 'N',
          about: 'transfers that the ledger has before; else 0; a million takes two minutes',
        },
      },
      run: async ({ text }) =>
        await runTopology({
          from: treeAt(text('from')),
          to: treeAt(text('to') ?? text('from')),
          wanted: wholeNumber('requests', text('requests') ?? '100000', 1),
          rows: wholeNumber('rows', text('rows') ?? '0', 0),
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
