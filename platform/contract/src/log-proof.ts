import * as v from 'valibot';
import { canonicalJson } from './canonical-json.ts';
import { decode, NotSigned, signedBy } from './open-signed.ts';
import type { EntryProof, ReleaseProof } from './release-proof.ts';
import { attestationTypes, revisionAttestationSchema } from './signed-release.ts';

const namingSchema = v.pick(revisionAttestationSchema, ['builds', 'canaries', 'fallbacks']);

/** Every build that a revision names, whoever gets it, as `app@build` in the order of code units. */
export function namedBuilds({
  builds,
  canaries,
  fallbacks,
}: v.InferOutput<typeof namingSchema>): string[] {
  const named = [
    ...Object.entries(builds),
    ...Object.entries(canaries).map(([app, { build }]) => [app, build] as const),
    ...Object.entries(fallbacks),
  ];
  const keys = new Set(named.map(([app, build]) => `${app}@${build}`));
  return [...keys].sort((one, other) => (one < other ? -1 : 1));
}

/**
 * What the log states of a revision: what readers are told of it, and the hash of what they are told of each build.
 *
 * @param stated as it is signed
 * @param attestations by `app@build`
 */
export function releaseText(
  stated: object,
  attestations: Readonly<Record<string, string | null>>,
): string {
  return canonicalJson({ ...stated, type: attestationTypes.release, attestations });
}

/** SHA-256 of a text, in hexadecimal digits. */
export async function hashOfText(text: string): Promise<string> {
  const bytes = await sha256(new TextEncoder().encode(text));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** An entry as the leaf of the tree. */
export function leafOfEntry(record: string, attestation: string): Promise<Uint8Array> {
  const entry = new TextEncoder().encode(canonicalJson({ record, attestation }));
  return sha256(Uint8Array.of(0), entry);
}

/**
 * Proves that an entry with this attestation is in the log that one of these keys signs.
 *
 * @throws NotSigned
 */
export async function proveEntry(
  { record, frontier, checkpoint }: EntryProof,
  attestation: string,
  keys: readonly string[],
): Promise<void> {
  const end = checkpoint.indexOf('\n\n');
  const text = checkpoint.slice(0, end + 1);
  const [origin = '', size = '', root] = text.split('\n');
  const before = hashesIn(decode(frontier));
  let hash = await leafOfEntry(record, attestation);
  for (const left of before.reverse()) hash = await sha256(Uint8Array.of(1), left, hash);
  const subtrees = [...(Number(size) - 1).toString(2)].filter((bit) => bit === '1').length;
  const isRoot = subtrees === before.length && root === btoa(String.fromCharCode(...hash));
  const signatures = checkpoint
    .slice(end + 2)
    .split('\n')
    .filter((line) => line.startsWith(`— ${origin} `))
    // The first four bytes only say whose it is.
    .map((line) => decode(line.slice(origin.length + 3)).slice(4));
  const isSigned = signedBy(keys);
  for (const signature of isRoot ? signatures : []) {
    if (await isSigned(text, signature)) return;
  }
  throw new NotSigned('It is not in the log of releases.');
}

/**
 * The hash by which the log knows a revision.
 *
 * @param revision its signed text
 * @param attestations hashes of those of its builds, in the order of `namedBuilds`
 */
export async function hashOfRelease(
  revision: string,
  attestations: ReleaseProof['attestations'],
): Promise<string> {
  const stated = v.parse(v.looseObject({}), JSON.parse(revision));
  const named = namedBuilds(v.parse(namingSchema, stated));
  const hashes = named.map((key, at) => [key, attestations[at] ?? null] as const);
  return await hashOfText(releaseText(stated, Object.fromEntries(hashes)));
}

/**
 * The hashes of the attestations that a release's proof covers: no other build of it may run.
 *
 * @param revision the signed text of the revision
 * @throws NotSigned if the revision, or a build of a preview, is not in the log
 */
export async function provenAttestations(
  revision: string,
  { attestations, published = [], ...entry }: ReleaseProof,
  keys: readonly string[],
): Promise<string[]> {
  await proveEntry(entry, await hashOfRelease(revision, attestations), keys);
  for (const { attestation, ...own } of published) await proveEntry(own, attestation, keys);
  return [
    ...attestations.filter((hash) => hash !== null),
    ...published.map(({ attestation }) => attestation),
  ];
}

async function sha256(...parts: readonly Uint8Array[]): Promise<Uint8Array> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', all));
}

const hashesIn = (bytes: Uint8Array) =>
  Array.from({ length: Math.ceil(bytes.length / 32) }, (_, at) =>
    bytes.slice(at * 32, (at + 1) * 32),
  );
