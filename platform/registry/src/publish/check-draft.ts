import { setImmediate as nextTurn } from 'node:timers/promises';
import { contractFile } from '@tallystick/contract/build-contract';
import { canonicalJson } from '@tallystick/contract/canonical-json';
import { declarationProblem } from '@tallystick/contract/declaration-problem';
import { issueClause, predicateOf } from '@tallystick/contract/issue-sentence';
import { ownerProblem } from '@tallystick/contract/owner';
import type { Approvals } from '@tallystick/contract/policy/policy-problem';
import type { Artifact } from '@tallystick/contract/release';
import { type ArtifactFile, artifactFileSchema } from '@tallystick/contract/remote-file';
import { packagesOf, sbomFile } from '@tallystick/contract/sbom';
import type { SiteRules } from '@tallystick/contract/site-rules';
import * as v from 'valibot';
import { digestOf } from '../audit/digest-of.ts';
import { type BuildRecord, buildRecordSchema } from '../build-record.ts';
import { artifactPathSchema, isSourceMap } from '../contract/artifact-path.ts';
import { beyondBound, bounds } from '../contract/bounds.ts';
import type { BuildParts } from '../contract/can-ship.ts';
import { parseContract } from '../contract/contract-text.ts';
import { keptManifestSchema, maxTravelling } from '../contract/federation-manifest.ts';
import { type OrRefusal, refusal } from '../contract/problem.ts';
import { copiesIn } from '../contract/react-dom-copies.ts';
import type { Draft, DraftFile } from './draft-file.ts';
import { readJson } from './read-json.ts';

/** A file may have thousands of issues, each with its path. Only the first is reported. */
const firstIssue = { abortEarly: true, message: predicateOf } as const;

/** A record as it is made now. */
const newRecordSchema = v.object({ ...buildRecordSchema.entries, manifest: keptManifestSchema });

/** A build as it is recorded. */
interface CheckedParts {
  record: BuildRecord;
  contract: string | null;
}

/** A draft that is whole: each file is what `artifact.json` says. */
export interface CheckedDraft extends CheckedParts {
  /** Every file but `artifact.json`. */
  files: Draft;
  /** The source maps beside them. */
  maps: Draft;
  /** The bill of materials beside them; null: there is none. */
  sbom: DraftFile | null;
}

/** What a manager has approved for the app, what its site has for itself, and the time of publishing. */
interface Publishing {
  approvals: Approvals;
  site: SiteRules | null;
  at: string;
}

/** Holds the files of a draft against its `artifact.json`, and what it says of itself against what may be. */
export async function checkDraft(
  app: string,
  build: string,
  uploaded: Draft,
  publishing: Publishing,
): Promise<OrRefusal<CheckedDraft>> {
  const maps = new Map([...uploaded].filter(([path]) => isSourceMap(path)));
  const found = artifactOf(uploaded.get('artifact.json'));
  if (!found.ok) return found;
  const { owner, sbom: stated, source: _, ...artifact } = found.value;
  const own = ownFiles(artifact, uploaded);
  const ofOwner = owner === undefined ? null : ownerProblem(owner);
  const problem =
    artifact.app !== app || artifact.build !== build
      ? `artifact.json is that of ${artifact.app} ${artifact.build}`
      : (strayMap(artifact, maps) ?? fileProblem(artifact, own) ?? ofOwner);
  if (problem !== null) return refusal('unfit', `${app} ${build}: ${problem}`);
  // The largest that may be takes some 20 ms up to here, and as much from here on: others are answered between.
  await nextTurn();
  const files = new Map([...own].filter(([path]) => path !== 'artifact.json'));
  const sizes = Object.fromEntries([...files].map(([path, { bytes }]) => [path, bytes.length]));
  const large = largePart(sizes);
  if (large !== null) return refusal('unfit', `${app} ${build}: ${large}`);
  const manifest = readJson(files.get('mf-manifest.json')?.bytes, bounds['mf-manifest.json']);
  if (!manifest.ok)
    return refusal('unfit', `${app} ${build}: mf-manifest.json ${manifest.problem}`);
  const entry = readJson(files.get('entry.json')?.bytes, bounds['entry.json']);
  if (!entry.ok) return refusal('unfit', `${app} ${build}: entry.json ${entry.problem}`);
  const contract = files.get(contractFile);
  const parts = {
    artifact,
    manifest: manifest.value,
    entry: entry.value,
    contract: contract === undefined ? null : new TextDecoder().decode(contract.bytes),
    sizes,
  };
  const checked = checkParts(parts, publishing);
  if (!checked.ok) return checked;
  const { record, contract: text } = checked.value;
  const scripts = [...files].map(([path, { bytes }]) => [path, bytes] as const);
  if (artifact.kind === 'remote') Object.assign(record.manifest, copiesIn(scripts, manifest.value));
  if (owner !== undefined) record.owner = owner;
  const sbom = own.has(sbomFile) ? null : (uploaded.get(sbomFile) ?? null);
  const ofSbom = sbom && sbomProblem(sbom, stated);
  if (ofSbom !== null) return refusal('unfit', `${app} ${build}: ${sbomFile} ${ofSbom}`);
  return { ok: true, value: { record, contract: text, files, maps, sbom } };
}

/** The files of the build itself, and `artifact.json`: no source map, and no bill of materials that no page gets. */
function ownFiles({ files }: Pick<Artifact, 'files'>, draft: Draft): Map<string, DraftFile> {
  const isBeside = (path: string) =>
    isSourceMap(path) || (path === sbomFile && !Object.hasOwn(files, path));
  return new Map([...draft].filter(([path]) => !isBeside(path)));
}

function sbomProblem({ bytes, integrity }: DraftFile, stated: string | undefined): string | null {
  const read = readJson(bytes, bounds[sbomFile]);
  if (!read.ok) return read.problem;
  if (packagesOf(read.value) === null) return 'is no CycloneDX document with components, in JSON';
  return integrity === stated ? null : 'is not what artifact.json says';
}

/** Whether a draft lacks files of a published artifact, and has none that is otherwise there. */
export function isPartOf(artifact: Artifact, draft: Draft): boolean {
  const own = [...ownFiles(artifact, draft)];
  // A complete draft has one file more, which is `artifact.json`.
  if (own.length > Object.keys(artifact.files).length) return false;
  return own.every(([path, file]) => {
    if (path !== 'artifact.json') return artifact.files[path] === file.integrity;
    const found = artifactOf(file);
    if (!found.ok) return false;
    const { owner: _owner, sbom: _sbom, source: _source, ...given } = found.value;
    return digestOf(given) === digestOf(artifact);
  });
}

/** Holds what a build says of itself against what may be: its declaration, its sizes, its contract. */
export function checkParts(
  { artifact, contract, ...parts }: BuildParts,
  publishing: Publishing,
): OrRefusal<CheckedParts> {
  const { app, build, declaration } = artifact;
  const unfit = (problem: string) => refusal('unfit', `${app} ${build}: ${problem}`);
  const problem = declarationFault(artifact, publishing) ?? largePart(parts.sizes);
  if (problem !== null) return unfit(problem);
  const record = v.safeParse(
    newRecordSchema,
    { artifact, ...parts, publishedAt: publishing.at },
    firstIssue,
  );
  if (!record.success) {
    const [issue] = record.issues;
    return unfit(issueClause(issue, 'the build'));
  }
  const exposed = record.output.manifest.exposes.map(({ path }) => path);
  const missing = declaration?.exposes?.find((name) => !exposed.includes(name));
  if (missing !== undefined) return unfit(`it declares ${missing}, which its manifest has not`);
  if (unkeepable.test(canonicalJson(record.output))) {
    return unfit('its JSON holds characters that cannot be kept');
  }
  const beyond = contract === null ? null : beyondBound(contract, bounds[contractFile]);
  if (beyond !== null) return unfit(`${contractFile} ${beyond}`);
  if (contract !== null && (parseContract(contract) === null || unkeepable.test(contract))) {
    return unfit(`${contractFile} is not what a build records: build it anew`);
  }
  const heavy = travellingProblem(record.output);
  return heavy === null ? { ok: true, value: { record: record.output, contract } } : unfit(heavy);
}

/** A map that pages would get, or that is of nothing; null: there is none. */
function strayMap({ files }: Artifact, maps: Draft): string | null {
  const served = Object.keys(files).find(isSourceMap);
  if (served !== undefined) return `${served} is a source map: leave it out of artifact.json`;
  const stray = [...maps.keys()].find((path) => !Object.hasOwn(files, path.slice(0, -4)));
  return stray === undefined ? null : `${stray} is the source map of no file of the build`;
}

function largePart(sizes: Readonly<Record<string, number>>): string | null {
  for (const path of ['mf-manifest.json', 'entry.json', contractFile] as const) {
    const { bytes } = bounds[path];
    const length = sizes[path] ?? 0;
    if (length > bytes) return `${path} has ${length} bytes: at most ${bytes}`;
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

function artifactOf(file: DraftFile | undefined): OrRefusal<ArtifactFile> {
  if (file === undefined) return refusal('unfit', 'there is no artifact.json');
  const read = readJson(file.bytes, bounds['artifact.json']);
  if (!read.ok) return refusal('unfit', `artifact.json ${read.problem}`);
  const parsed = v.safeParse(artifactFileSchema, read.value, firstIssue);
  if (parsed.success) return { ok: true, value: parsed.output };
  const [issue] = parsed.issues;
  return refusal('unfit', `artifact.json: ${issueClause(issue, 'it')}`);
}

function declarationFault(
  { app, kind, declaration, files }: Artifact,
  { approvals, site }: Publishing,
): string | null {
  if (kind === 'remote' && declaration?.name !== app) {
    return 'artifact.json holds no declaration of this remote';
  }
  if (kind === 'shell' && declaration !== undefined) return 'a shell declares no routes';
  return declaration === undefined
    ? null
    : declarationProblem(declaration, new Set(Object.keys(files)), approvals, site);
}

function fileProblem(artifact: Artifact, uploaded: Draft): string | null {
  for (const path of uploaded.keys()) {
    if (path !== 'artifact.json' && !Object.hasOwn(artifact.files, path)) {
      return `${path} is not in artifact.json`;
    }
  }
  for (const [path, integrity] of Object.entries(artifact.files)) {
    if (!v.is(artifactPathSchema, path)) return `${path} is not a path of an artifact`;
    const file = uploaded.get(path);
    if (file === undefined) return `${path} is missing`;
    if (file.integrity !== integrity) return `${path} is not what artifact.json says`;
  }
  return null;
}
