import { readWords } from '@tallystick/command-line/read-words';
import { commandName } from '@tallystick/store/program-version';
import { fail, interruption, openIo, outliveReaders } from '@tallystick/terminal/io';
import { readLedgerEnvironment } from '../settings/ledger-environment.ts';
import { ledgerLine } from './ledger-line.ts';

// `npm run ledger -- <verb>`
process.exitCode = await main();

async function main(): Promise<number> {
  outliveReaders();
  const program = commandName('ledger');
  const asked = await readWords(ledgerLine(program), process.argv.slice(2));
  if (asked.ask === 'text') {
    process.stdout.write(`${asked.text}\n`);
    return 0;
  }
  if (asked.ask === 'unclear') return fail(`${asked.problem} ${asked.next}`);
  const { verb, read } = asked;
  const run = verb.prepare(read);
  if (!run.ok) return fail(`${run.problem} Try: ${program} ${verb.name} --help`);
  const environment = readLedgerEnvironment(process.env);
  const opened = openIo(environment, interruption(), verb.looks);
  return opened.ok ? await run.value(opened.value) : fail(opened.problem);
}
