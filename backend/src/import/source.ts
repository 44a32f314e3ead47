import { type FileHandle, open } from 'node:fs/promises';
import { type Result, refused } from '@tallystick/contract/result';
import { codeOf, lineOf } from '@tallystick/store/error-code';
import { gunzipIfPacked } from './gunzip.ts';
import { type Line, splitLines } from './lines.ts';

/** An input that is being read. */
export interface Source {
  /** Its lines; rejects, with one line for a person, where the input breaks off. */
  lines: AsyncIterable<Line>;
  /** Size in bytes as it lies on disk; undefined for a stream. */
  size: number | undefined;
  /** Bytes read so far, as they lie on disk. */
  bytesRead(): number;
}

/** Small, because packed bytes may unpack to a thousand times as many. */
const chunkSize = 16_384;

/** Opens a file of lines, packed with gzip or not; `problem` is one line for a person. */
export async function openFile(path: string): Promise<Result<Source>> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const stat = await file.stat();
    if (stat.isDirectory()) {
      await file.close();
      return refused(`${path} is a folder, not a file.`);
    }
    const stream = file.createReadStream({ highWaterMark: chunkSize });
    return { ok: true, value: openStream(stream, path, stat.isFile() ? stat.size : undefined) };
  } catch (error) {
    await file?.close();
    return refused(`${path} cannot be read: ${whyNot(error)}.`);
  }
}

/** Reads lines from a stream of bytes, packed with gzip or not; `name` is what errors call it. */
export function openStream(stream: AsyncIterable<Uint8Array>, name: string, size?: number): Source {
  let bytes = 0;
  const counted = async function* () {
    for await (const chunk of stream) {
      bytes += chunk.length;
      yield chunk;
    }
  };
  const lines = async function* () {
    try {
      yield* splitLines(gunzipIfPacked(counted()));
    } catch (error) {
      throw new Error(`${name} ${reasonOfBreak(error)}.`, { cause: error });
    }
  };
  return { lines: lines(), size, bytesRead: () => bytes };
}

function reasonOfBreak(error: unknown): string {
  const code = codeOf(error);
  if (code === 'Z_BUF_ERROR') return 'breaks off in the middle of its packed data (gzip)';
  if (code === 'Z_DATA_ERROR') return 'is damaged: its packed data (gzip) cannot be unpacked';
  return `cannot be read further: ${whyNot(error)}`;
}

function whyNot(error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES') return 'permission denied';
  return lineOf(error);
}
