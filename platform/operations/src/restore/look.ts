import { doctorVerb } from '@tallystick/backend/src/cli/doctor-verb.ts';
import type { Io } from '@tallystick/backend/src/cli/io.ts';
import { lineOf } from '@tallystick/store/error-code';
import { commandLine } from '@tallystick/store/program-version';
import { vacuum } from '../stores/vacuum.ts';
import { verifyReleases } from './verify-releases.ts';

/** Reads all that is back. The exit code: 0 whole, 2 not whole or not read to the end, as nothing is undone by now. */
export async function look(io: Io): Promise<number> {
  try {
    await vacuum(io.environment, io.signal);
    const releases = await verifyReleases(io.environment, io.print);
    const ledger = await doctorVerb(io);
    if (ledger === 0 || ledger === 2) return releases ? ledger : 2;
    throw new Error('the ledger could not be read.');
  } catch (error) {
    const said = io.signal.aborted ? 'it was stopped.' : lineOf(error);
    io.print(`All is back, but the look at it did not end: ${said}`);
    const [verify, doctor] = ['release verify', 'ledger doctor'].map(commandLine);
    io.print(`Look again by ${verify} and ${doctor}.`);
    return 2;
  }
}
