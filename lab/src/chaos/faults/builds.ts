import {
  faults as codeFaults,
  faultyBuild,
  misfitBuild,
} from '@tallystick/e2e/src/house/faulty.ts';
import { type Testbed, victims } from '../testbed/testbed.ts';
import { type Fault, promoted } from './fault.ts';

const { app, path } = victims.list;

/** A build that is wrong, published and promoted as any other. */
function wrongBuild(name: string, what: string, make: Parameters<Testbed['publish']>[0]): Fault {
  return {
    name: `build-${name}`,
    what: `A build is promoted that ${what}`,
    way: 'to-list',
    costs: 'nothing',
    ...promoted(make),
  };
}

/** Builds that are wrong in themselves, over one that is good. */
export const buildFaults: readonly Fault[] = [
  ...Object.entries(codeFaults).map(([what, fault]) =>
    wrongBuild(what.replaceAll(' ', '-'), what, (within, hash) =>
      faultyBuild(within, app, hash, path, fault),
    ),
  ),
  wrongBuild('misfit', 'wants another React than the shell has', (within, hash) =>
    misfitBuild(within, app, hash),
  ),
];
