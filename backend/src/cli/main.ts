import { fail, interruption, openIo, outliveReaders } from '@tallystick/terminal/io';
import { readLedgerEnvironment } from '../settings/ledger-environment.ts';
import { readCommand } from './command.ts';
import { doctorVerb } from './doctor-verb.ts';
import { importVerb } from './import-verb.ts';
import { simulateVerb } from './simulate-verb.ts';

// `npm run ledger -- <verb>`
process.exitCode = await main();

async function main(): Promise<number> {
  outliveReaders();
  const command = readCommand(process.argv.slice(2));
  if (command.verb === 'help') {
    process.stdout.write(command.text);
    return 0;
  }
  if (command.verb === 'problem') return fail(command.problem);
  const opened = openIo(
    readLedgerEnvironment(process.env),
    interruption(),
    command.verb === 'doctor',
  );
  if (!opened.ok) return fail(opened.problem);
  const { value: io } = opened;
  if (command.verb === 'doctor') return doctorVerb(io);
  return command.verb === 'import' ? importVerb(command, io) : simulateVerb(command, io);
}
