import * as v from 'valibot';
import { canonicalJson } from './canonical-json.ts';
import { decode, NotSigned, signedBy } from './open-signed.ts';
import type { EntryProof, ReleaseProof } from './release-proof.ts';
import { attestationTypes, revisionAttestationSchema, type SignedBuild } from './signed-release.ts';

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
async function proveEntry(
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
 * Proves that a revision is in the log that one of these keys signs.
 *
 * @param revision its signed text
 * @throws NotSigned
 */
export async function proveRelease(
  revision: string,
  { attestations, ...entry }: ReleaseProof,
  keys: readonly string[],
): Promise<void> {
  const text =
    attestations === undefined
      ? revision
      : canonicalJson({ ...JSON.parse(revision), type: attestationTypes.release, attestations });
  await proveEntry(entry, await hashOfText(text), keys);
}

/**
 * Proves that a build was published, by the log that one of these keys signs.
 *
 * @throws NotSigned
 */
export async function proveBuild(
  { text, proof }: SignedBuild,
  keys: readonly string[],
): Promise<void> {
  if (proof === undefined) throw new NotSigned('It says not where it is in the log of releases.');
  await proveEntry(proof, await hashOfText(text), keys);
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
