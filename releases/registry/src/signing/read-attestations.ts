import type { Registry } from '../registry.ts';
import type { Reader } from '../store/writes.ts';

/** What was signed, as it is kept. Whoever acts on it verifies it first. */
export function openAttestations(
  db: Reader,
): Pick<Registry, 'buildAttestation' | 'revisionAttestation'> {
  return {
    buildAttestation: async (app, build) => {
      const kept = db.selectFrom('build_statement').where(({ and }) => and({ app, build }));
      return (await kept.select(['text', 'signature']).executeTakeFirst()) ?? null;
    },
    revisionAttestation: async (channel, revision) => {
      const kept = db
        .selectFrom('revision_statement')
        .where(({ and }) => and({ channel, revision }));
      return (await kept.select(['text', 'signature']).executeTakeFirst()) ?? null;
    },
  };
}
