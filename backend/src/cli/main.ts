import { readEnvironment } from '@tallystick/shared/environment';
import { openDataFolder } from '@tallystick/shared/environment/data-folder';
import { visible } from '@tallystick/shared/format/visible';
import { readCommand } from './command.ts';
import { doctorVerb } from './doctor-verb.ts';
import { importVerb } from './import-verb.ts';
import { fail, type Io, outliveReaders } from './io.ts';
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
  const result = readEnvironment(process.env);
  if (!result.ok) return fail(result.problem);
  const data = openDataFolder(result.environment.DATA_DIR);
  if (!data.ok) return fail(data.problem);
  const io: Io = {
    environment: result.environment,
    folder: process.env.INIT_CWD ?? process.cwd(),
    print: (line) => console.log(visible(line)),
    signal: interruption(),
  };
  if (command.verb === 'doctor') return doctorVerb(io);
  return command.verb === 'import' ? importVerb(command, io) : simulateVerb(command, io);
}

/** Aborted when the command is asked to stop. npm and its shell may pass the same Ctrl-C on twice. */
function interruption(): AbortSignal {
  const interrupted = new AbortController();
  const abort = () => interrupted.abort();
  process.on('SIGINT', abort);
  process.on('SIGTERM', abort);
  return interrupted.signal;
}
