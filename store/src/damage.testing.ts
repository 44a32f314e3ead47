import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from './engine.ts';

/** The file of a table, below the folder of the database's files; what was written is in it. */
export async function fileOf(query: Engine<unknown>['query'], table: string): Promise<string> {
  await query({ text: 'checkpoint' }, []);
  const text = 'select pg_relation_filepath($1::regclass) as path';
  const [row] = await query<{ path: string }>({ text }, [table]);
  return row?.path ?? '';
}

/** Turns one bit of a row around, near the end of a block, where its first rows are. */
export async function flipBit(folder: string, path: string, block = 0): Promise<void> {
  const file = await open(join(folder, path), 'r+');
  const byte = Buffer.alloc(1);
  const at = block * 8192 + 8192 - 24;
  await file.read(byte, 0, 1, at);
  byte.writeUInt8(byte.readUInt8() ^ 1);
  await file.write(byte, 0, 1, at);
  await file.close();
}
