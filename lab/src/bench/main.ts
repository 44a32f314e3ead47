import { type Measured, passes, table, together } from './measures.ts';
import { help, readOptions } from './options.ts';
import { parts, usual } from './parts.ts';

// `npm run bench`
process.exit(await main());

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (!options.ok) {
    console.error(`${options.problem} Try: npm run bench -- --help`);
    return 1;
  }
  if (options.help) {
    process.stdout.write(help);
    return 0;
  }
  const done: Measured[] = [];
  for (const part of options.only === undefined ? usual : [options.only]) {
    console.error(`Measuring ${part} …`);
    done.push(await parts[part](options));
  }
  const { measures, details } = together(done);
  console.log(table(measures));
  console.log(`\n${details.join('\n')}`);
  return measures.every(passes) ? 0 : 1;
}
