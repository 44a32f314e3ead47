import { lineOf } from '@tallystick/store/error-code';
import { commandLine } from '@tallystick/store/program-version';
import type { Io } from '@tallystick/terminal/io';
import { definitionsOf, type OwnStore } from '../stores/own-store.ts';
import { vacuum } from '../stores/vacuum.ts';
import { verifyReleases } from './verify-releases.ts';

/**
 * Checks everything that was restored. Answers the exit code: 0 if it is whole, 2 if it is not or if the check did not
 * finish. A restore is not undone at this point.
 */
export async function checkRestored(io: Io, own: readonly OwnStore[]): Promise<number> {
  try {
    await vacuum(io.environment, definitionsOf(own), io.signal);
    let isWhole = await verifyReleases(io.environment, io.print);
    for (const store of own) isWhole = (await store.look(io)) && isWhole;
    return isWhole ? 0 : 2;
  } catch (error) {
    const reason = io.signal.aborted ? 'it was stopped.' : lineOf(error);
    io.print(`Everything was restored, but checking it did not finish: ${reason}`);
    const again = ['release verify', ...own.map(({ lookAgain }) => lookAgain)].map(commandLine);
    io.print(`Check again with ${again.join(' and ')}.`);
    return 2;
  }
}
