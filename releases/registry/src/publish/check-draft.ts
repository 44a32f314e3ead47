import {
  type Approvals,
  declarationProblem,
} from '@tallystick/shared/contracts/declaration-problem';
import { type Artifact, artifactSchema } from '@tallystick/shared/contracts/release';
import { integrityOf } from '@tallystick/shared/release/file-hashes';
import * as v from 'valibot';
import { canonicalJson } from '../audit/chain.ts';
import { type BuildRecord, buildRecordSchema } from '../build-record.ts';
import { artifactPathSchema, isSourceMap } from '../contract/artifact-path.ts';
import { keptManifestSchema, maxManifest, maxTravelling } from '../contract/federation-manifest.ts';
import { type Refusal, refusal } from '../contract/problem.ts';

/** A record as it is made now. */
const newRecordSchema = v.object({ ...buildRecordSchema.entries, manifest: keptManifestSchema });

/** A draft that is whole: each file is what `artifact.json` says. */
export interface CheckedDraft {
  ok: true;
  record: BuildRecord;
  /** Of every file but `artifact.json`. */
  bytes: ReadonlyMap<string, Uint8Array>;
  /** The source maps beside them. */
  maps: ReadonlyMap<string, Uint8Array>;
}

/**
 * Holds the files of a draft against its `artifact.json`, and its declaration against what a manager has
 * approved for the app; `at` is the time of publishing.
 */
export function checkDraft(
  app: string,
  build: string,
  uploaded: ReadonlyMap<string, Uint8Array>,
  { approvals, at }: { approvals: Approvals; at: string },
): CheckedDraft | Refusal {
  const maps = new Map([...uploaded].filter(([path]) => isSourceMap(path)));
  const files = new Map([...uploaded].filter(([path]) => !isSourceMap(path)));
  const unfit = (problem: string) => refusal('unfit', `${app} ${build}: ${problem}`);
  const found = artifactOf(files.get('artifact.json'));
  if (!found.ok) return found;
  const { artifact } = found;
  const problem =
    strayMap(artifact, maps) ??
    problemOf(app, build, artifact, files, approvals) ??
    largePart(files);
  if (problem !== null) return unfit(problem);
  const bytes = new Map([...files].filter(([path]) => path !== 'artifact.json'));
  const record = v.safeParse(newRecordSchema, {
    artifact,
    manifest: parseJson(bytes.get('mf-manifest.json')),
    entry: parseJson(bytes.get('entry.json')),
    sizes: Object.fromEntries([...bytes].map(([path, { length }]) => [path, length])),
    publishedAt: at,
  });
  if (!record.success) {
    const [issue] = record.issues;
    return unfit(`${v.getDotPath(issue) ?? 'build'}: ${issue.message}`);
  }
  const exposed = record.output.manifest.exposes.map(({ path }) => path);
  const missing = artifact.declaration?.exposes?.find((name) => !exposed.includes(name));
  if (missing !== undefined) return unfit(`it declares ${missing}, which its manifest has not`);
  if (unkeepable.test(canonicalJson(record.output))) {
    return unfit('its JSON holds characters that cannot be kept');
  }
  const heavy = travellingProblem(record.output);
  return heavy === null ? { ok: true, record: record.output, bytes, maps } : unfit(heavy);
}

/** A map that pages would get, or that is of nothing; null: there is none. */
function strayMap({ files }: Artifact, maps: ReadonlyMap<string, Uint8Array>): string | null {
  const served = Object.keys(files).find(isSourceMap);
  if (served !== undefined) return `${served} is a source map: leave it out of artifact.json`;
  const stray = [...maps.keys()].find((path) => !Object.hasOwn(files, path.slice(0, -4)));
  return stray === undefined ? null : `${stray} is the source map of no file of the build`;
}

function largePart(files: ReadonlyMap<string, Uint8Array>): string | null {
  for (const path of ['mf-manifest.json', 'entry.json']) {
    const { length } = files.get(path) ?? { length: 0 };
    if (length > maxManifest) return `${path} has ${length} bytes: at most ${maxManifest}`;
  }
  return null;
}

/** Why a build would make every page too large; null: it does not. A shell's attestation is in no page. */
function travellingProblem({ artifact, manifest, entry }: BuildRecord): string | null {
  const { kind, declaration } = artifact;
  const bytes = Buffer.byteLength(canonicalJson({ declaration, manifest, entry }));
  return kind === 'shell' || bytes <= maxTravelling
    ? null
    : `its declaration, manifest and entry.json have ${bytes} bytes that every page carries: at most ${maxTravelling}`;
}

/** NUL and half surrogates, as JSON escapes them: the database takes neither. */
const unkeepable = /\\u(0000|d[89a-f])/i;

function artifactOf(bytes: Uint8Array | undefined): { ok: true; artifact: Artifact } | Refusal {
  if (bytes === undefined) return refusal('unfit', 'there is no artifact.json');
  const parsed = v.safeParse(artifactSchema, parseJson(bytes));
  if (parsed.success) return { ok: true, artifact: parsed.output };
  const [issue] = parsed.issues;
  const where = v.getDotPath(issue);
  return refusal('unfit', `artifact.json: ${where === null ? '' : `${where}: `}${issue.message}`);
}

function problemOf(
  app: string,
  build: string,
  artifact: Artifact,
  uploaded: ReadonlyMap<string, Uint8Array>,
  approvals: Approvals,
): string | null {
  if (artifact.app !== app || artifact.build !== build) {
    return `artifact.json is that of ${artifact.app} ${artifact.build}`;
  }
  const { kind, declaration } = artifact;
  if (kind === 'remote' && declaration?.name !== app) {
    return 'artifact.json holds no declaration of this remote';
  }
  if (kind === 'shell' && declaration !== undefined) return 'a shell declares no routes';
  const files = new Set(Object.keys(artifact.files));
  const declared =
    declaration === undefined ? null : declarationProblem(declaration, files, approvals);
  if (declared !== null) return declared;
  for (const path of uploaded.keys()) {
    if (path !== 'artifact.json' && !Object.hasOwn(artifact.files, path)) {
      return `${path} is not in artifact.json`;
    }
  }
  for (const [path, integrity] of Object.entries(artifact.files)) {
    if (!v.is(artifactPathSchema, path)) return `${path} is not a path of an artifact`;
    const bytes = uploaded.get(path);
    if (bytes === undefined) return `${path} is missing`;
    if (integrityOf(bytes) !== integrity) return `${path} is not what artifact.json says`;
  }
  return null;
}

function parseJson(bytes: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}
