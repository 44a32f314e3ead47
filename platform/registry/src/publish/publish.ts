import { appNameSchema, buildIdSchema } from '@tallystick/contract/release';
import { sbomFile } from '@tallystick/contract/sbom';
import * as v from 'valibot';
import type { Context } from '../context.ts';
import { approvalsOf, limitsOf, settingsOf } from '../contract/app-settings.ts';
import { artifactPathSchema } from '../contract/artifact-path.ts';
import { largestFile } from '../contract/bounds.ts';
import type { BuildKey } from '../contract/build-key.ts';
import { type OrRefusal, type Refusal, refusal } from '../contract/problem.ts';
import type { Actor } from '../contract/tokens.ts';
import { type FileStore, PathTaken } from '../files/file-store.ts';
import { inTurn } from '../files/in-turn.ts';
import { unlessMay } from '../refusals.ts';
import type { PublishOptions, Registry } from '../registry.ts';
import { readBuild } from './builds.ts';
import { checkDraft, isPartOf } from './check-draft.ts';
import type { Draft } from './draft-file.ts';
import { draftName } from './draft-name.ts';
import { readDraft } from './read-draft.ts';
import { isSame, type Published, recordBuild, taken } from './record-build.ts';

/** Turns what was uploaded into artifacts. Nothing is overwritten: an artifact never changes. */
export function openPublishing(context: Context) {
  const { db, write, turns, audit, hooks, quota, site, now } = context;
  const { artifacts, drafts } = context.files;

  async function publishNow(
    actor: Actor,
    app: string,
    build: string,
    how: PublishOptions,
  ): Promise<OrRefusal<Published>> {
    const name = draftName(actor, build);
    const { settings: set, builds } = await audit.follow();
    const settings = settingsOf(set, app);
    const read = await readDraft(drafts, app, name, limitsOf(settings));
    if (!read.ok) return read;
    // Read after the draft: another publication removes the draft after it has written its record.
    const existing = await readBuild(db, app, build);
    if (existing !== null && isPartOf(existing.artifact, read.value)) {
      const record = { record: existing, contract: null, sbom: undefined };
      const result = await write((recording) => recordBuild(recording, actor, record, how));
      if (result.ok) await removeDraft(app, name);
      return result;
    }
    if (read.value.size === 0) return refusal('unfit', `nothing of ${app} ${build} was uploaded`);
    const at = new Date(now()).toISOString();
    const draft = await checkDraft(app, build, read.value, {
      ...{ site, at },
      approvals: approvalsOf(set, app, site),
    });
    if (!draft.ok) return draft;
    const { record, files, maps, contract, sbom } = draft.value;
    if (existing !== null && !isSame(existing, record)) return taken(app, build);

    const isKept = await keepFiles(artifacts, { app, build }, files, existing !== null);
    if (!isKept) return taken(app, build);
    // What was said first stays, as a build that was published without one stays without.
    const keepsSbom = existing === null || builds.get(`${app}@${build}`)?.sbom === sbom?.integrity;
    if (sbom !== null && keepsSbom) await artifacts.write(app, build, sbomFile, sbom.bytes);
    await artifacts.settle(app, build);
    const result = await write((recording) =>
      recordBuild(recording, actor, { record, contract, sbom: sbom?.integrity }, how),
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

/**
 * Writes the files that were checked into an artifact; not those of the draft, which may have changed since.
 *
 * @param exists whether the artifact was published before, with the same content
 * @returns false: another content has the build id already
 */
async function keepFiles(
  artifacts: FileStore,
  { app, build }: BuildKey,
  files: Draft,
  exists: boolean,
): Promise<boolean> {
  const kept = await inTurn([...files], async ([path, { bytes }]) => {
    if (await artifacts.keep(app, build, path, bytes)) return true;
    // A file that differs from the published content is damaged, so it is written again.
    if (exists) await artifacts.write(app, build, path, bytes);
    return exists;
  });
  return kept.every(Boolean);
}
