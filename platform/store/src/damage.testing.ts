import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Query } from './connections.ts';
import { serverFolder, untilEnded } from './local-server/server-folder.ts';

/** The file of a table, below the folder of the database's files. */
export async function fileOf(query: Query, table: string): Promise<string> {
  const text = 'select pg_relation_filepath($1::regclass) as path';
  const [row] = await query<{ path: string }>({ text }, [table]);
  return row?.path ?? '';
}

/**
 * Flips one bit of a row in a file of a data folder's server, which must have no user. The bit is near the end of a
 * block, where its first rows are.
 */
export async function flipBit(dataFolder: string, path: string, block = 0): Promise<void> {
  // The server writes its buffers when it ends.
  await untilEnded(dataFolder);
  const file = await open(join(serverFolder(dataFolder), 'data', path), 'r+');
  const byte = Buffer.alloc(1);
  const at = block * 8192 + 8192 - 24;
  await file.read(byte, 0, 1, at);
  byte.writeUInt8(byte.readUInt8() ^ 1);
  await file.write(byte, 0, 1, at);
  await file.close();
}
