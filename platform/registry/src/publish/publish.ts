import { integrityInThread } from '@tallystick/contract/file-hashes';
import { type Artifact, appNameSchema, buildIdSchema } from '@tallystick/contract/release';
import * as v from 'valibot';
import { digestOf } from '../audit/canonical-json.ts';
import type { Recording } from '../audit/recorded-writes.ts';
import type { BuildRecord } from '../build-record.ts';
import type { Context } from '../context.ts';
import { type Limits, limitsOf, settingsOf } from '../contract/app-settings.ts';
import { artifactPathSchema } from '../contract/artifact-path.ts';
import { largestFile } from '../contract/bounds.ts';
import { type Refusal, type Result, refusal } from '../contract/problem.ts';
import type { Actor } from '../contract/tokens.ts';
import { type FileStore, PathTaken } from '../files/file-store.ts';
import { inTurn } from '../files/in-turn.ts';
import { unlessMay } from '../refusals.ts';
import type { PublishOptions, Registry } from '../registry.ts';
import { hashOfBuild } from '../signing/attestation-hashes.ts';
import { readBuild } from './builds.ts';
import { checkDraft, isPartOf } from './check-draft.ts';
import type { Draft, DraftFile } from './draft-file.ts';
import { draftName } from './draft-name.ts';
import { bytesOf, largerThanLimit } from './limits.ts';

type Published = { artifact: Artifact; published: boolean };

/** Turns what was uploaded into artifacts. Nothing is overwritten: an artifact never changes. */
export function openPublishing(context: Context) {
  const { db, write, turns, audit, hooks, quota, site, now } = context;
  const { artifacts, drafts } = context.files;

  async function publishNow(
    actor: Actor,
    app: string,
    build: string,
    how: PublishOptions,
  ): Promise<Result<Published>> {
    const name = draftName(actor, build);
    const settings = settingsOf((await audit.follow()).settings, app);
    const read = await readDraft(drafts, app, name, limitsOf(settings));
    if (!read.ok) return read;
    // Read after the draft: whoever else publishes removes it last.
    const existing = await readBuild(db, app, build);
    if (existing !== null && isPartOf(existing.artifact, read.value)) {
      const record = { record: existing, contract: null };
      const result = await write((recording) => recordBuild(recording, actor, record, how));
      if (result.ok) await removeDraft(app, name);
      return result;
    }
    if (read.value.size === 0) return refusal('unfit', `nothing of ${app} ${build} was uploaded`);
    const at = new Date(now()).toISOString();
    const draft = await checkDraft(app, build, read.value, { approvals: settings, site, at });
    if (!draft.ok) return draft;
    const { record, files, maps, contract } = draft;
    if (existing !== null && !isSame(existing, record)) return taken(app, build);

    // The checked bytes are written, not the draft's files, which may have changed since.
    const kept = await inTurn([...files], async ([path, { bytes }]) => {
      if (await artifacts.keep(app, build, path, bytes)) return true;
      // The artifact exists with this content, so the file that differs was damaged.
      if (existing !== null) await artifacts.write(app, build, path, bytes);
      return existing !== null;
    });
    if (!kept.every(Boolean)) return taken(app, build);
    await artifacts.settle(app, build);
    const result = await write((recording) =>
      recordBuild(recording, actor, { record, contract }, how),
    );
    if (!result.ok) return result;
    for (const hook of hooks) await hook.published?.(db, artifacts, { app, build }, maps);
    await removeDraft(app, name);
    return result;
  }

  async function removeDraft(app: string, name: string): Promise<void> {
    await drafts.remove(app, name);
    quota.forget(app, name);
  }

  async function recordBuild(
    { trx, replay, at, append }: Recording,
    actor: Actor,
    { record, contract }: { record: BuildRecord; contract: string | null },
    { previewOnly = false, said }: PublishOptions,
  ): Promise<Result<Published>> {
    const { artifact } = record;
    const { app, build } = artifact;
    const existing = await readBuild(trx, app, build);
    if (existing !== null && !isSame(existing, record)) return taken(app, build);
    const wasForPreviews = replay.builds.get(`${app}@${build}`)?.previewOnly === true;
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
    const detail = {
      app,
      build,
      size,
      record: digestOf(existing ?? record),
      ...(previewOnly && { previewOnly }),
      ...((verified ?? said) && {
        provenance: { ...(verified && { verified }), ...(said && { said }) },
      }),
    };
    await append(actor, 'publish', detail, {
      at: existing === null ? record.publishedAt : at,
      attestation: hashOfBuild(existing ?? record),
    });
    return { ok: true, value: { artifact, published: true } };
  }

  return {
    putFile: async (actor, app, build, path, bytes) => {
      const mayNot = unlessMay(actor, [app], 'preview') ?? unlessNames(app, build);
      if (mayNot) return mayNot;
      if (!v.is(artifactPathSchema, path)) {
        return refusal('invalid', `${JSON.stringify(path)} is not a path of an artifact`);
      }
      if (bytes.length > largestFile) return refusal('oversize', `${path} is too large`);
      const draft = draftName(actor, build);
      const full = await quota.add(app, draft, path, bytes.length);
      if (full) return full;
      try {
        await drafts.write(app, draft, path, bytes);
      } catch (error) {
        if (!(error instanceof PathTaken)) throw error;
        return refusal('invalid', `${path} and another file of the draft cannot both be kept`);
      }
      return { ok: true, value: null };
    },

    publish: async (actor, app, build, how = {}) => {
      const right = how.previewOnly === true ? 'preview' : 'publish';
      const mayNot = unlessMay(actor, [app], right) ?? unlessNames(app, build);
      if (mayNot) return mayNot;
      const result = await turns.adding(() => publishNow(actor, app, build, how));
      if (result?.ok === false) quota.refused(app, draftName(actor, build));
      return result ?? refusal('unavailable', 'others are publishing or deleting');
    },
  } satisfies Partial<Registry>;
}

function unlessNames(app: string, build: string): Refusal | null {
  if (!v.is(appNameSchema, app)) return refusal('invalid', `${app} is not the name of an app`);
  return v.is(buildIdSchema, build) ? null : refusal('invalid', `${build} is not a build id`);
}

function taken(app: string, build: string): Refusal {
  return refusal('taken', `${app} ${build} is taken by another content`);
}

/** Whether two records are of the same content, whenever it was published. */
function isSame(one: BuildRecord, other: BuildRecord): boolean {
  return digestOf(one.artifact) === digestOf(other.artifact);
}

async function readDraft(
  drafts: FileStore,
  app: string,
  build: string,
  limits: Limits,
): Promise<Result<Draft>> {
  const paths = await drafts.list(app, build);
  const files = new Map<string, DraftFile>();
  const sizes = new Map(paths.map((path) => [path, 0]));
  let large = largerThanLimit(app, build, sizes, limits);
  await inTurn(paths, async (path) => {
    if (large !== null) return;
    const bytes = await drafts.read(app, build, path);
    if (bytes === null) return;
    files.set(path, { bytes, integrity: await integrityInThread(bytes) });
    sizes.set(path, bytes.length);
    large ??= largerThanLimit(app, build, sizes, limits);
  });
  return large ?? { ok: true, value: files };
}
