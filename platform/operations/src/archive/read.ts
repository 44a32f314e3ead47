import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';

/** A file of an archive. */
export interface Entry {
  name: string;
  bytes: Buffer;
}

/** No part of a backup is longer. */
const maxBytes = 1_073_741_824;

/** The files of a tar file in their order, one at a time in memory. Rejects if it is cut short, or none. */
export async function* readEntries(file: string): AsyncGenerator<Entry> {
  const tar = extract();
  const source = createReadStream(file);
  // The loop below gets its errors.
  const reading = pipeline(source, tar).catch((error: unknown) => {
    if (error instanceof Error) tar.destroy(error);
  });
  try {
    for await (const entry of tar) {
      const { name, type, size = 0 } = entry.header;
      if (type !== 'file' || size > maxBytes) throw new Error(`${name} is no part of a backup`);
      yield { name, bytes: await buffer(entry) };
    }
  } finally {
    source.destroy();
    await reading;
  }
}
