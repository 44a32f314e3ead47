import { generateKeyPairSync, sign } from 'node:crypto';
import { checkpointText } from './checkpoint.ts';
import { tilesFrom } from './make-tiles.ts';
import { type NoteSigner, signNote } from './note.ts';
import { openTiledTree, type Tile } from './tiles.ts';
import { leafHash } from './tree.ts';

/** Someone who signs notes. */
export function testSigner(name: string, type?: NonNullable<NoteSigner['type']>) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const key = Buffer.from(x, 'base64url').toString('base64');
  const signer: NoteSigner = { name, publicKey: key, ...(type && { type }) };
  const signText = (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64');
  return { signer, sign: signText };
}

/** A log of entries, as a tree of its first `size`; `tiles`: what was read of it. */
export function testTree(entries: readonly string[], size = entries.length) {
  const leaves = Buffer.concat(entries.map((entry) => leafHash(Buffer.from(entry))));
  const tiles: Tile[] = [];
  const make = tilesFrom(async (from, to) => leaves.subarray(from * 32, to * 32), new Map());
  const tree = openTiledTree(size, async (tile) => {
    tiles.push(tile);
    return await make(tile);
  });
  return { tree, tiles };
}

/** The checkpoint of a log of these entries, signed. */
export async function testCheckpoint(
  entries: readonly string[],
  { signer, sign: signText }: ReturnType<typeof testSigner>,
): Promise<string> {
  const size = entries.length;
  const root = await testTree(entries).tree.rootOf(0, size);
  return signNote(checkpointText({ origin: signer.name, size, root }), signer, signText);
}
