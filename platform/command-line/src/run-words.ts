import { readVerb, readWords } from './read-words.ts';
import type { Asked, CommandLine, ReadWords, Verb } from './verb.ts';

/** A verb that answers an exit code. */
export interface RunVerb extends Verb {
  /** Rejects with one line for a person. */
  run(read: ReadWords): Promise<number>;
}

/**
 * Does what words ask of a program, and says why not on standard error; answers the exit code.
 *
 * @param misuse the code of words that are not understood
 */
export async function runWords(
  line: CommandLine<RunVerb>,
  words: readonly string[],
  misuse: number,
): Promise<number> {
  return await perform(await readWords(line, words), misuse);
}

/** The same for a program that does one thing; `program` is what a person types before its words. */
export async function runVerb(
  program: string,
  verb: RunVerb,
  words: readonly string[],
  misuse: number,
): Promise<number> {
  return await perform(readVerb(program, verb, words), misuse);
}

async function perform(asked: Asked<RunVerb>, misuse: number): Promise<number> {
  if (asked.ask === 'text') {
    console.log(asked.text);
    return 0;
  }
  if (asked.ask === 'unclear') {
    console.error(`${asked.problem} ${asked.next}`);
    return misuse;
  }
  try {
    return await asked.verb.run(asked.read);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

/** A verb that hands on all words after its name, to what has help of its own; `within`: its verbs, if it has some. */
export function handingOn(
  name: string,
  takes: string,
  summary: string,
  run: (words: readonly string[]) => Promise<number>,
  within: () => Promise<CommandLine | null> = async () => null,
): () => Promise<RunVerb> {
  return async () => ({ name, takes, summary, about: '', within, run: ({ words }) => run(words) });
}
