import { faults as codeFaults } from '@tallystick/e2e/src/house/faulty.ts';
import type { Testbed } from '../testbed/testbed.ts';
import type { Fault } from './fault.ts';

/** A build that is wrong, published and promoted as any other. */
function wrongBuild(
  name: string,
  what: string,
  publish: (testbed: Testbed) => Promise<string>,
): Fault {
  const made = new WeakMap<Testbed, string>();
  return {
    name: `build-${name}`,
    what: `A build is promoted that ${what}`,
    way: 'to-list',
    costs: 'nothing',
    async prepare(testbed) {
      made.set(testbed, await publish(testbed));
    },
    begin: (testbed) => testbed.promote(made.get(testbed) ?? ''),
    end: (testbed) => testbed.putBack(),
  };
}

/** Builds that are wrong in themselves, over one that is good. */
export const buildFaults: readonly Fault[] = [
  ...Object.entries(codeFaults).map(([what, fault]) =>
    wrongBuild(what.replaceAll(' ', '-'), what, (testbed) => testbed.publishFaulty(fault)),
  ),
  wrongBuild('misfit', 'wants another React than the shell has', (testbed) =>
    testbed.publishChanged((entry) =>
      entry.replace(/(shareKey:"react",[^}]*requiredVersion:")[^"]*/, '$1^99.0.0'),
    ),
  ),
];
