import { type RunVerb, runVerb } from '@tallystick/command-line/run-words';
import type { ReadWords } from '@tallystick/command-line/verb';

/** Something that somebody asked for and that cannot be done; the message is one line for them. */
export class Misuse extends Error {}

/** Runs a command of the lab, `npm run NAME -- WORDS`, with the words that it was given; answers the exit code. */
export async function runCommand(verb: RunVerb, words: readonly string[]): Promise<number> {
  const run = async (read: ReadWords) => {
    try {
      return await verb.run(read);
    } catch (error) {
      // What is not the caller's fault is shown with its stack.
      console.error(error instanceof Misuse ? error.message : error);
      return 1;
    }
  };
  return await runVerb(`npm run ${verb.name} --`, { ...verb, run }, words, 1);
}
