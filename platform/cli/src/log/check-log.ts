import { proveBuild, proveRelease } from '@tallystick/contract/log-proof';
import { NotSigned } from '@tallystick/contract/open-signed';
import { attestationPath } from '@tallystick/contract/read-release';
import type { EntryProof } from '@tallystick/contract/release-proof';
import { type SignedBuild, signedBuildSchema } from '@tallystick/contract/signed-release';
import { type Checkpoint, parseCheckpoint } from '@tallystick/tile-log/checkpoint';
import { cosignedAt } from '@tallystick/tile-log/cosignature';
import { type NoteSigner, openNote, textOfNote } from '@tallystick/tile-log/note';
import { isSignedBy } from '@tallystick/tile-log/verifier-key';
import * as v from 'valibot';
import {
  filesOf,
  type GivenPage,
  type GivenRelease,
  readGiven,
  readPage,
} from './given-release.ts';
import {
  areOneHistory,
  continues,
  logPath,
  Missing,
  readOnce,
  type SiteReader,
} from './log-reader.ts';

/** What somebody knows who checks a log. */
interface Known {
  /** The signer that it must have; null: the one that the page names. */
  key: NoteSigner | null;
  witnesses: readonly NoteSigner[];
  /** The checkpoint of the last look; null: this is the first. */
  kept: string | null;
}

export interface Checked {
  /** One line each; none: all is as it must be. */
  problems: string[];
  /** How many entries the log has, and how many builds pages get. */
  entries: number;
  builds: number;
  /** The signer that it has; null: nobody who is known. */
  key: NoteSigner | null;
  /** What to keep for the next look; null: nothing. */
  checkpoint: string | null;
}

/**
 * Checks the log of a site as a stranger. It must continue what was seen before, and what pages get must be in this
 * log and in no other.
 *
 * @throws Failed if the site does not answer
 */
export async function checkLog(given: SiteReader, known: Known): Promise<Checked> {
  const site = readOnce(given);
  const problems: string[] = [];
  const note = await site.text(`${logPath}/checkpoint`);
  const [page, current] = [
    readPage(await site.text('/'), 'the page'),
    readGiven(await site.text('/releases/current.json'), '/releases/current.json'),
  ];
  const key = known.key ?? signerAmong(page.keys, note);
  const end = key && openCheckpoint(note, key);
  if (key === null || end === null) {
    problems.push(`the log is not signed by ${known.key?.name ?? 'a key that the page names'}`);
    return { problems, entries: 0, builds: 0, key, checkpoint: null };
  }
  if (known.kept !== null) {
    const before = parseCheckpoint(textOfNote(known.kept) ?? '');
    const problem = before && (await continues(before, end, site));
    if (problem) problems.push(problem);
  }
  for (const witness of known.witnesses) {
    if (cosignedAt(note, witness) !== null) continue;
    problems.push(`the witness ${witness.name} has not signed these ${end.size} entries`);
  }
  for (const release of [page, current]) {
    problems.push(...(await checkGiven(release, { key, end, site })));
  }
  problems.push(...(await checkFiles(page, site)));
  const builds = new Set([...page.names, ...current.names]).size;
  const checkpoint = problems.length === 0 ? note : null;
  return { problems: [...new Set(problems)], entries: end.size, builds, key, checkpoint };
}

/** Which of the keys of a page signs this checkpoint. */
function signerAmong(keys: readonly string[], note: string): NoteSigner | null {
  const name = parseCheckpoint(textOfNote(note) ?? '')?.origin ?? '';
  const signers = keys.map((publicKey) => ({ name, publicKey }));
  return signers.find((signer) => openCheckpoint(note, signer) !== null) ?? null;
}

function openCheckpoint(note: string, signer: NoteSigner): Checkpoint | null {
  const text = openNote(note, signer, isSignedBy(signer.publicKey));
  const checkpoint = text === null ? null : parseCheckpoint(text);
  return checkpoint?.origin === signer.name ? checkpoint : null;
}

/** Whether a release is in this very log, and each build that it names. */
async function checkGiven(
  { where, revision, names, signed }: GivenRelease,
  log: Log,
): Promise<string[]> {
  const name = `revision ${revision}, which ${where} has,`;
  const { proof } = signed;
  if (proof === undefined) return [`${name} comes without a proof that it is in the log`];
  const keys = [log.key.publicKey];
  const found = await findIn(log, proof, proveRelease(signed.revision.text, proof, keys));
  const problems = {
    here: [],
    nowhere: [`${name} is not in a log that this key signs`],
    elsewhere: [`${name} is in another history than the log that everybody is shown: a split view`],
  }[found];
  if (found === 'nowhere') return problems;
  const ofBuilds = await Promise.all(names.map((build) => checkBuild(build, log)));
  return [...problems, ...ofBuilds.flat()];
}

/** Whether a build was published by this very log, as the site has it. */
async function checkBuild(build: string, log: Log): Promise<string[]> {
  const signed = await attestationOf(build, log.site);
  if (signed === null) return [`of ${build}, which pages may get, the site has nothing`];
  const name = `${build}, which pages may get,`;
  const { proof } = signed;
  if (proof === undefined) return [`${name} comes without a proof that it is in the log`];
  const found = await findIn(log, proof, proveBuild(signed, [log.key.publicKey]));
  return {
    here: [],
    nowhere: [`${name} was never logged as the site has it`],
    elsewhere: [`${name} was published in another history than the log that everybody is shown`],
  }[found];
}

/** A log as everybody is shown it: who signs it, its end, and where it is read. */
interface Log {
  key: NoteSigner;
  end: Checkpoint;
  site: SiteReader;
}

/**
 * Where an entry is: in this very log, in another one of its key, or in none.
 *
 * @param proven rejects with NotSigned if the proof does not hold
 */
async function findIn(
  { end, site }: Log,
  { checkpoint }: EntryProof,
  proven: Promise<void>,
): Promise<'here' | 'elsewhere' | 'nowhere'> {
  const isProven = await proven.then(() => true, no(NotSigned));
  const own = parseCheckpoint(textOfNote(checkpoint) ?? '');
  if (!isProven || own === null) return 'nowhere';
  return (await areOneHistory(own, end, site).catch(no(Missing))) ? 'here' : 'elsewhere';
}

/** False, if it is an error of this kind. */
const no =
  (kind: typeof NotSigned | typeof Missing) =>
  (error: unknown): false => {
    if (error instanceof kind) return false;
    throw error;
  };

/** Whether a page loads files of its own builds alone, each by its hash. */
async function checkFiles({ names, files }: GivenPage, site: SiteReader): Promise<string[]> {
  const attested = await Promise.all(names.map((build) => attestationOf(build, site)));
  const stated = new Map(
    attested.flatMap((signed) => (signed === null ? [] : filesOf(signed.text))),
  );
  return files
    .filter(({ path, integrity }) => stated.get(path) !== integrity)
    .map(({ path }) => `the page loads ${path}, which no build in the log has so`);
}

/** What the site attests of a build; null: it has nothing. */
async function attestationOf(name: string, site: SiteReader): Promise<SignedBuild | null> {
  const [app = '', build = ''] = name.split('@');
  try {
    const signed = JSON.parse(await site.text(attestationPath(app, build)));
    return v.parse(signedBuildSchema, signed);
  } catch (error) {
    if (error instanceof Missing) return null;
    throw error;
  }
}
