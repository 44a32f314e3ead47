import { canonicalJson } from '@tallystick/contract/canonical-json';
import { appNameSchema } from '@tallystick/contract/release';
import type { RemoteDeclaration } from '@tallystick/contract/remote';
import {
  attestationTypes,
  type declarationsAttestationSchema,
  type Signed,
} from '@tallystick/contract/signed-release';
import * as v from 'valibot';
import { type BuildRecord, buildRecordSchema } from '../build-record.ts';
import { canarySchema, type Revision, revisionSchema } from '../contract/channel.ts';
import type { SigningKey } from './signing-key.ts';

const { artifact, manifest, entry } = buildRecordSchema.entries;
/** What the registry attests of a build: all that a site server or a page acts on. */
export const attestedBuildSchema = v.object({
  type: v.literal(attestationTypes.build),
  artifact,
  manifest,
  entry,
});
export type AttestedBuild = v.InferOutput<typeof attestedBuildSchema>;

const { channel, revision, builds, values, recalled, slots, at } = revisionSchema.entries;
/** What the registry attests of a revision: not who made it and why, which is not for everybody. */
export const attestedRevisionSchema = v.object({
  type: v.literal(attestationTypes.revision),
  channel,
  revision,
  /** Which of the apps is the shell. */
  shell: v.string(),
  builds,
  canaries: v.record(appNameSchema, v.omit(canarySchema, ['ramp'])),
  values,
  fallbacks: builds,
  recalled,
  slots,
  at,
});
export type AttestedRevision = v.InferOutput<typeof attestedRevisionSchema>;

type AttestedDeclarations = v.InferOutput<typeof declarationsAttestationSchema>;

export function attestBuild({ artifact, manifest, entry }: BuildRecord): AttestedBuild {
  return { type: attestationTypes.build, artifact, manifest, entry };
}

export function attestRevision(
  { channel, revision, builds, canaries, values, fallbacks = {}, recalled, slots, at }: Revision,
  shell: string,
): AttestedRevision {
  return {
    type: attestationTypes.revision,
    channel,
    revision,
    shell,
    builds: byName(builds),
    canaries: byName(withoutRamps(canaries)),
    ...(values && { values: byName(values) }),
    fallbacks: byName(fallbacks),
    recalled,
    ...(slots && { slots }),
    at,
  };
}

/** Where a ramp goes is not for everybody. */
function withoutRamps(canaries: Revision['canaries']): AttestedRevision['canaries'] {
  return Object.fromEntries(
    Object.entries(canaries).map(([app, { build, percent }]) => [app, { build, percent }]),
  );
}

/** How much of declarations is stated: all, or what every page needs of every remote. */
export type DeclarationForm = 'whole' | 'outline';

/** States in one text what attested builds declare; the builds of one app that declare the same, together. */
export function attestDeclarations(
  artifacts: readonly AttestedBuild['artifact'][],
  form: DeclarationForm,
): AttestedDeclarations {
  const remotes = new Map<string, AttestedDeclarations['remotes'][number]>();
  for (const { build, declaration: declared } of artifacts) {
    if (declared === undefined) continue;
    const declaration = form === 'whole' ? declared : outlineOf(declared);
    const key = JSON.stringify(declaration);
    const { builds } = remotes.get(key) ?? { builds: [] };
    remotes.set(key, { builds: [...new Set([...builds, build])], declaration });
  }
  return { type: attestationTypes.declarations, remotes: [...remotes.values()] };
}

/** Which addresses lead to a remote, its menu and its widgets; how a page looks, only that page needs. */
function outlineOf(declared: RemoteDeclaration): RemoteDeclaration {
  const { name, title, routes, menu, redirects, exposes, brings } = declared;
  return {
    name,
    title,
    routes: routes.map(({ path, page, about }) => ({ path, page, ...(about && { about }) })),
    menu,
    ...(redirects && { redirects }),
    ...(exposes && { exposes }),
    ...(brings && { brings }),
  };
}

/** Whether an attestation is of just this revision: another one by the same number may be signed as well. */
export function isAttestationOf(stated: AttestedRevision, revision: Revision): boolean {
  return canonicalJson(stated) === canonicalJson(attestRevision(revision, stated.shell));
}

/** Always in the same order, or what changes nothing for an app would change its place in a page. */
function byName<T>(given: Readonly<Record<string, T>>): Record<string, T> {
  const sorted = Object.entries(given).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted);
}

/** An attestation as the text that is signed: of what was read from the database it is the same as when it was written. */
export function attestationText(
  attestation: AttestedBuild | AttestedRevision | AttestedDeclarations,
): string {
  return canonicalJson(attestation);
}

/** The attestation as a text, and the signature of that text. */
export function signAttestation(
  key: SigningKey,
  attestation: AttestedBuild | AttestedRevision | AttestedDeclarations,
): Signed {
  const text = attestationText(attestation);
  return { text, signature: key.sign(text) };
}
