import { hashSize } from './tree.ts';

/** How far a log has come (C2SP tlog-checkpoint). */
export interface Checkpoint {
  /** Which log it is. */
  origin: string;
  /** How many entries it has. */
  size: number;
  root: Uint8Array;
}

/** A checkpoint as the text that is signed. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${Buffer.from(root).toString('base64')}\n`;
}

/** Reads what `checkpointText` has made; null: it is no checkpoint. Lines of extensions are passed over. */
export function parseCheckpoint(text: string): Checkpoint | null {
  const [origin = '', size = '', encoded = ''] = text.split('\n');
  const root = Buffer.from(encoded, 'base64');
  const isOne =
    origin !== '' &&
    /^(?:0|[1-9][0-9]{0,14})$/.test(size) &&
    root.length === hashSize &&
    root.toString('base64') === encoded;
  return isOne ? { origin, size: Number(size), root } : null;
}
