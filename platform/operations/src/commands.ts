import { backupCommand } from './backup/command.ts';
import { runCommand } from './command.ts';
import { migrateCommand } from './migrate/command.ts';
import { restoreCommand } from './restore/command.ts';
import type { OwnStore } from './stores/own-store.ts';

const commands = { backup: backupCommand, restore: restoreCommand, migrate: migrateCommand };

/**
 * Runs `backup`, `restore` or `migrate` with the words after its name; answers the exit code.
 *
 * @param own what the site keeps beside its registry of releases
 */
export const runOperation = (
  name: keyof typeof commands,
  words: readonly string[],
  own: readonly OwnStore[] = [],
): Promise<number> => runCommand(commands[name](own), words);
