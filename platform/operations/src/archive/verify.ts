import { hash } from 'node:crypto';
import { type Result, refused } from '@tallystick/contract/result';
import { lineOf } from '@tallystick/store/error-code';
import * as v from 'valibot';
import {
  type BackupHeader,
  headerName,
  headerSchema,
  type Manifest,
  manifestName,
  manifestSchema,
  type Part,
} from './contents.ts';
import { type Entry, readEntries } from './read.ts';

interface VerifiedArchive {
  header: BackupHeader;
  manifest: Manifest;
}

/** Reads all of an archive, unless it is stopped, and holds each part against its hash. Never rejects. */
export async function verifyArchive(
  file: string,
  signal?: AbortSignal,
): Promise<Result<VerifiedArchive>> {
  const found = new Map<string, Part>();
  let header: unknown;
  let manifest: unknown;
  try {
    for await (const { name, bytes } of readEntries(file)) {
      signal?.throwIfAborted();
      if (manifest !== undefined) return refused(`${name} comes after its end`);
      if (name === headerName) header = JSON.parse(bytes.toString());
      if (name === manifestName) manifest = JSON.parse(bytes.toString());
      else found.set(name, { bytes: bytes.length, sha256: hash('sha256', bytes) });
    }
  } catch (error) {
    return refused(lineOf(error));
  }
  if (manifest === undefined) return refused('its end is missing');
  const stated = v.safeParse(manifestSchema, manifest);
  if (!stated.success) return refused('its list of parts cannot be read');
  const { parts } = stated.output;
  for (const [name, { bytes, sha256 }] of Object.entries(parts)) {
    const part = found.get(name);
    if (part === undefined) return refused(`its part ${name} is missing`);
    if (part.bytes !== bytes || part.sha256 !== sha256) {
      return refused(`its part ${name} is not what was written`);
    }
  }
  const stray = [...found.keys()].find((name) => parts[name] === undefined);
  if (stray !== undefined) return refused(`it has a part that is not its own: ${stray}`);
  const read = v.safeParse(headerSchema, header);
  if (read.success) return { ok: true, value: { header: read.output, manifest: stated.output } };
  return refused('another version of this program has made it, or another program');
}

/** The parts of a verified archive in their order; each must still be what the manifest says. */
export async function* verifiedParts(file: string, { parts }: Manifest): AsyncGenerator<Entry> {
  for await (const entry of readEntries(file)) {
    if (entry.name === manifestName) return;
    if (parts[entry.name]?.sha256 !== hash('sha256', entry.bytes)) {
      throw new Error(`${file} has changed since it was verified.`);
    }
    yield entry;
  }
}
