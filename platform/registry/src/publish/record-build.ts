import type { Artifact } from '@tallystick/contract/release';
import { digestOf } from '../audit/digest-of.ts';
import type { Recording } from '../audit/recorded-writes.ts';
import type { BuildRecord } from '../build-record.ts';
import { type OrRefusal, type Refusal, refusal } from '../contract/problem.ts';
import type { Actor } from '../contract/tokens.ts';
import type { PublishOptions } from '../registry.ts';
import { hashOfBuild } from '../signing/attestation-hashes.ts';
import { readBuild } from './builds.ts';
import { bytesOf } from './limits.ts';

/** `published`: false if the same build was published before. */
export type Published = { artifact: Artifact; published: boolean };

/** A build to be recorded; `sbom`: the hash of its bill of materials, if it has one. */
interface NewBuild {
  record: BuildRecord;
  contract: string | null;
  sbom: string | undefined;
}

/**
 * Records a build that is kept with its files. A build that was published for previews alone may be published once more
 * for all; that is an entry of its own.
 */
export async function recordBuild(
  { trx, replay, at, append }: Recording,
  actor: Actor,
  { record, contract, sbom }: NewBuild,
  { previewOnly = false, said }: PublishOptions,
): Promise<OrRefusal<Published>> {
  const { artifact } = record;
  const { app, build } = artifact;
  const existing = await readBuild(trx, app, build);
  if (existing !== null && !isSame(existing, record)) return taken(app, build);
  const known = replay.builds.get(`${app}@${build}`);
  const wasForPreviews = known?.previewOnly === true;
  if (existing !== null && (previewOnly || !wasForPreviews)) {
    return { ok: true, value: { artifact: existing.artifact, published: false } };
  }
  const size = bytesOf(Object.entries(record.sizes));
  if (existing === null) {
    await trx
      .insertInto('build')
      .values({
        app,
        build,
        record: JSON.stringify(record),
        size,
        contract,
        published_at: record.publishedAt,
        published_by: actor.name,
      })
      .execute();
  } else {
    // The newest build of an app is the one that was published last for all.
    await trx
      .updateTable('build')
      .set({ published_at: at, published_by: actor.name })
      .where(({ and }) => and({ app, build }))
      .execute();
  }
  const { verified } = actor;
  const kept = existing === null ? sbom : known?.sbom;
  const detail = {
    app,
    build,
    size,
    record: digestOf(existing ?? record),
    ...(previewOnly && { previewOnly }),
    ...((verified ?? said) && {
      provenance: { ...(verified && { verified }), ...(said && { said }) },
    }),
    ...(kept !== undefined && { sbom: kept }),
  };
  await append(actor, 'publish', detail, {
    at: existing === null ? record.publishedAt : at,
    attestation: hashOfBuild(existing ?? record),
  });
  return { ok: true, value: { artifact, published: true } };
}

/** The refusal of a build whose build id has another content. */
export function taken(app: string, build: string): Refusal {
  return refusal('taken', `${app} ${build} is taken by another content`);
}

/** Whether two records are of the same content, whenever it was published. */
export function isSame(one: BuildRecord, other: BuildRecord): boolean {
  return digestOf(one.artifact) === digestOf(other.artifact);
}
