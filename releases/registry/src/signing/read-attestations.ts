import type { Signed } from '@tallystick/shared/contracts/signed-release';
import type { Registry } from '../registry.ts';
import type { Reader } from '../store/writes.ts';

/** What was signed, as it is kept. Whoever acts on it verifies it first. */
export function openAttestations(
  db: Reader,
): Pick<Registry, 'buildAttestation' | 'revisionAttestation'> {
  return {
    buildAttestation: async (app, build): Promise<Signed | null> =>
      (await db
        .selectFrom('build_statement')
        .select(['text', 'signature'])
        .where('app', '=', app)
        .where('build', '=', build)
        .executeTakeFirst()) ?? null,
    revisionAttestation: async (channel, revision): Promise<Signed | null> =>
      (await db
        .selectFrom('revision_statement')
        .select(['text', 'signature'])
        .where('channel', '=', channel)
        .where('revision', '=', revision)
        .executeTakeFirst()) ?? null,
  };
}
