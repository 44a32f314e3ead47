import { type ParseArgsConfig, parseArgs } from 'node:util';
import { codeOf, lineOf } from '@tallystick/store/error-code';

/** Something that somebody asked for and that cannot be done; the message is one line for them. */
export class Misuse extends Error {}

/** A command of the lab: `npm run NAME -- WORDS`. */
export interface Command<Words extends ParseArgsConfig> {
  name: string;
  help: string;
  /** What `parseArgs` knows of its words. `--help` is every command's. */
  words: Words;
  /** Answers the exit code. */
  run(read: ReturnType<typeof parseArgs<Words>>): Promise<number>;
}

/** Runs a command with the words that it was given; answers the exit code. */
export async function runCommand<Words extends ParseArgsConfig>(
  { name, help, words, run }: Command<Words>,
  given: readonly string[],
): Promise<number> {
  const args = given.filter((word) => word !== '--');
  if (args.some((word) => word === '--help' || word === '-h')) {
    process.stdout.write(help);
    return 0;
  }
  try {
    return await run(parseArgs<Words>({ ...words, args }));
  } catch (error) {
    const isUnknown = codeOf(error).startsWith('ERR_PARSE_ARGS');
    if (isUnknown) console.error(`${lineOf(error)} Try: npm run ${name} -- --help`);
    else console.error(error instanceof Misuse ? error.message : error);
    return 1;
  }
}
