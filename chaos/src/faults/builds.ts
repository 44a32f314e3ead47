import { faults as codeFaults } from '@tallystick/e2e/src/house/faulty.ts';
import type { Ground } from '../ground/ground.ts';
import type { Fault } from './fault.ts';

/** A build that is wrong, published and promoted as any other. */
function wrongBuild(
  name: string,
  what: string,
  publish: (ground: Ground) => Promise<string>,
): Fault {
  const made = new WeakMap<Ground, string>();
  return {
    name: `build-${name}`,
    what: `A build is promoted that ${what}`,
    way: 'to-list',
    costs: 'nothing',
    async prepare(ground) {
      made.set(ground, await publish(ground));
    },
    begin: (ground) => ground.promote(made.get(ground) ?? ''),
    end: (ground) => ground.putBack(),
  };
}

/** Builds that are wrong in themselves, over one that is good. */
export const buildFaults: readonly Fault[] = [
  ...Object.entries(codeFaults).map(([what, fault]) =>
    wrongBuild(what.replaceAll(' ', '-'), what, (ground) => ground.publishFaulty(fault)),
  ),
  wrongBuild('misfit', 'wants another React than the shell has', (ground) =>
    ground.publishChanged((entry) =>
      entry.replace(/(shareKey:"react",[^}]*requiredVersion:")[^"]*/, '$1^99.0.0'),
    ),
  ),
];
