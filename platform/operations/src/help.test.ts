import { readVerb } from '@tallystick/command-line/read-words';
import { expect, it } from 'vitest';
import { backupCommand } from './backup/command.ts';
import { migrateCommand } from './migrate/command.ts';
import { restoreCommand } from './restore/command.ts';

it.each([backupCommand([]), restoreCommand([]), migrateCommand([])])(
  'help on $name is in a file for tools/run.mjs, which prints it before anything is installed',
  async (command) => {
    const asked = readVerb(`npm run ${command.name} --`, command, ['--help']);
    if (asked.ask !== 'text') throw new Error(asked.ask);
    await expect(`${asked.text}\n`).toMatchFileSnapshot(`../help/${command.name}.txt`);
  },
);
