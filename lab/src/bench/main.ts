import type { ReadWords } from '@tallystick/command-line/verb';
import { runCommand } from '../command/command.ts';
import { type Measured, passes, table, together } from '../measures/measures.ts';
import { bench, readOptions } from './options.ts';
import { parts, usual } from './parts.ts';

// `npm run bench`
const command = {
  ...bench,
  async run(read: ReadWords): Promise<number> {
    const options = readOptions(read);
    const done: Measured[] = [];
    for (const part of options.only === undefined ? usual : [options.only]) {
      console.error(`Measuring ${part} …`);
      done.push(await parts[part](options));
    }
    const { measures, details } = together(done);
    console.log(table(measures));
    console.log(`\n${details.join('\n')}`);
    return measures.every(passes) ? 0 : 1;
  },
};
process.exit(await runCommand(command, process.argv.slice(2)));
