import { type Signed, statementTypes } from '@tallystick/shared/contracts/signed-release';
import * as v from 'valibot';
import { canonicalJson } from '../audit/canonical.ts';
import { type BuildRecord, buildRecordSchema } from '../build-record.ts';
import { type Revision, revisionSchema } from '../contract/channel.ts';
import type { SigningKey } from './signing-key.ts';

const { artifact, manifest, entry } = buildRecordSchema.entries;
/** What the registry states of a build: all that a site server or a page acts on. */
export const statedBuildSchema = v.object({
  type: v.literal(statementTypes.build),
  artifact,
  manifest,
  entry,
});
export type StatedBuild = v.InferOutput<typeof statedBuildSchema>;

const { channel, revision, builds, canaries, recalled, at } = revisionSchema.entries;
/** What the registry states of a revision: not who made it and why, which is not for everybody. */
export const statedRevisionSchema = v.object({
  type: v.literal(statementTypes.revision),
  channel,
  revision,
  /** Which of the apps is the shell. */
  shell: v.string(),
  builds,
  canaries,
  fallbacks: builds,
  recalled,
  at,
});
export type StatedRevision = v.InferOutput<typeof statedRevisionSchema>;

export function stateBuild({ artifact, manifest, entry }: BuildRecord): StatedBuild {
  return { type: statementTypes.build, artifact, manifest, entry };
}

export function stateRevision(
  { channel, revision, builds, canaries, fallbacks = {}, recalled, at }: Revision,
  shell: string,
): StatedRevision {
  return {
    type: statementTypes.revision,
    channel,
    revision,
    shell,
    builds: byName(builds),
    canaries: byName(canaries),
    fallbacks: byName(fallbacks),
    recalled,
    at,
  };
}

/** Whether a statement is of just this revision: another one by the same number may be signed as well. */
export function isStatementOf(stated: StatedRevision, revision: Revision): boolean {
  return canonicalJson(stated) === canonicalJson(stateRevision(revision, stated.shell));
}

/** Always in the same order, or what changes nothing for an app would change its place in a page. */
function byName<T>(given: Readonly<Record<string, T>>): Record<string, T> {
  const sorted = Object.entries(given).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted);
}

/** The statement as a text, and the signature of that text. */
export function signStatement(key: SigningKey, statement: StatedBuild | StatedRevision): Signed {
  const text = JSON.stringify(statement);
  return { text, signature: key.sign(text) };
}
