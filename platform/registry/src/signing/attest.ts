import { readRevision } from '../channel/read-channel.ts';
import type { Context } from '../context.ts';
import { readBuild } from '../publish/builds.ts';
import type { Attestations } from '../registry.ts';
import {
  attestBuild,
  attestDeclarations,
  attestRevision,
  signAttestation,
} from './attestations.ts';
import { proveBuild, proveRevision } from './prove.ts';
import { provenBuild, shellOf } from './proven.ts';

/** Signs what the log proves, when it is asked for: no signature is kept. */
export function openAttesting({ db, audit, key }: Pick<Context, 'db' | 'audit' | 'key'>) {
  return {
    publicKey: key.publicKey,
    ofBuild: async (app, build) => {
      // Read first: what was committed by then is in the log that is followed next.
      const record = await readBuild(db, app, build);
      const replay = await audit.follow();
      if (record === null || !replay.builds.has(`${app}@${build}`)) return null;
      return signAttestation(key, attestBuild(provenBuild(replay, record)));
    },
    ofRevision: async (channel, number) => {
      const replay = await audit.follow();
      const revision = await readRevision(db, replay, channel, number);
      const shell = revision && (await shellOf(db, replay, revision));
      if (revision === null || shell === null) return null;
      return signAttestation(key, attestRevision(revision, shell));
    },
    proofOfRevision: async (channel, number) => {
      const replay = await audit.follow();
      const revision = await readRevision(db, replay, channel, number);
      return revision && (await proveRevision(db, replay, revision));
    },
    proofOfBuild: async (app, build) => proveBuild(db, await audit.follow(), app, build),
    ofDeclarations: (artifacts, form) => signAttestation(key, attestDeclarations(artifacts, form)),
  } satisfies Attestations;
}
