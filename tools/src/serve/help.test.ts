import { spawnSync } from 'node:child_process';
import { nodeVariables } from '@tallystick/store/node-process.testing';
import { expect, it } from 'vitest';
import { inProject } from '../project.ts';

it.each([
  [
    'serve --help',
    0,
    'Usage: node tallystick.js serve SERVER… [options]\n\nName what this process serves: site, admin, ledger;',
    '',
  ],
  ['serve ledger -h', 0, 'Usage: node tallystick.js serve SERVER… [options]\n', ''],
  [
    'ready --help',
    0,
    'Usage: node tallystick.js ready SERVER… [options]\n\nName servers: site, admin, ledger.',
    '',
  ],
  [
    'srve site',
    2,
    '',
    "Unknown command 'srve'. Did you mean serve? Try: node tallystick.js --help",
  ],
  ['', 0, '  backup      write all that is kept into one file\n', ''],
  ['ready', 2, '', 'Name servers: site, admin, ledger.'],
  ['ledger shop', 1, '', 'Try: node tallystick.js ledger --help'],
  ['migrate shop', 1, '', 'Try: node tallystick.js migrate --help'],
  ['release shop', 2, '', 'Try: node tallystick.js release --help'],
  ['ready shop', 2, '', 'There is no server "shop". Name servers: site, admin, ledger.'],
])('of the prebuilt tree, "%s" ends with exit code %i', (words, code, out, err) => {
  const program = inProject('tools/src/prebuilt/tallystick.ts');
  const ended = spawnSync(process.execPath, [program, ...words.split(' ').filter(Boolean)], {
    env: nodeVariables,
    encoding: 'utf8',
  });
  expect([ended.status, ended.stdout, ended.stderr]).toEqual([
    code,
    expect.stringContaining(out),
    expect.stringContaining(err),
  ]);
});
