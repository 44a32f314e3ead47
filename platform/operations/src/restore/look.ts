import { lineOf } from '@tallystick/store/error-code';
import { commandLine } from '@tallystick/store/program-version';
import type { Io } from '@tallystick/terminal/io';
import { definitionsOf, type OwnStore } from '../stores/own-store.ts';
import { vacuum } from '../stores/vacuum.ts';
import { verifyReleases } from './verify-releases.ts';

/** Reads all that is back. The exit code: 0 whole, 2 not whole or not read to the end, as nothing is undone by now. */
export async function look(io: Io, own: readonly OwnStore[]): Promise<number> {
  try {
    await vacuum(io.environment, definitionsOf(own), io.signal);
    let isWhole = await verifyReleases(io.environment, io.print);
    for (const store of own) isWhole = (await store.look(io)) && isWhole;
    return isWhole ? 0 : 2;
  } catch (error) {
    const said = io.signal.aborted ? 'it was stopped.' : lineOf(error);
    io.print(`All is back, but the look at it did not end: ${said}`);
    const again = ['release verify', ...own.map(({ lookAgain }) => lookAgain)].map(commandLine);
    io.print(`Look again by ${again.join(' and ')}.`);
    return 2;
  }
}
