import { type Checkpoint, parseCheckpoint } from '@tallystick/tile-log/checkpoint';
import { type NoteSigner, textOfNote } from '@tallystick/tile-log/note';
import { type Frontier, hashSize, rootOf, withLeaf } from '@tallystick/tile-log/tree';
import { parseVerifierKey } from '@tallystick/tile-log/verifier-key';
import * as v from 'valibot';
import type { Line } from '../import/lines.ts';
import { dataHash, entryLeaf } from './entry-hash.ts';
import { type ExportLine, exportLineSchema } from './export-line.ts';
import { openCheckpoint } from './record-key.ts';

/** What somebody knows who checks an export. */
export interface Known {
  /** The signer that the log must have; null: the one that the file names. */
  key: NoteSigner | null;
  /** The checkpoint of an earlier look; null: this is the first. */
  kept: string | null;
}

export interface CheckedExport {
  /** One line each; none: all is as it was recorded. */
  problems: string[];
  transfers: number;
  entries: number;
  /** Who signs the log; null: nobody who is known. */
  key: NoteSigner | null;
  /** What to keep for the next look; null: nothing. */
  checkpoint: string | null;
}

/**
 * Checks an export with proofs: each transfer must be what the log has at its place, and the log must have nothing
 * else. What has taken the place of an earlier state says how many there were before, so that each entry of the log
 * is accounted for.
 *
 * @throws Error with one line if the lines cannot be read
 */
export async function checkExport(
  lines: AsyncIterable<Line>,
  known: Known,
): Promise<CheckedExport> {
  let check: ReturnType<typeof openCheck> | null = null;
  for await (const line of lines) {
    const value = readLine(line);
    if (check !== null) check.take(value);
    else if (!('checkpoint' in value)) throw new Error('Line 1 does not say how far the log is.');
    else {
      const key = known.key ?? parseVerifierKey(value.key);
      const end = key && openCheckpoint(value.checkpoint, key);
      if (key === null || end === null) {
        const problems = [`the log is not signed by ${key?.name ?? 'anybody who is named'}`];
        return { problems, transfers: 0, entries: 0, key, checkpoint: null };
      }
      check = openCheck(end, value.checkpoint, key, known.kept);
    }
  }
  if (check === null) throw new Error('The file is empty.');
  return check.end();
}

function readLine(line: Line): ExportLine {
  if ('problem' in line) throw new Error(`Line ${line.number} ${line.problem}.`);
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), exportLineSchema), line.text);
  if (!read.success) throw new Error(`Line ${line.number} is not of an export with proofs.`);
  return read.output;
}

function openCheck(end: Checkpoint, note: string, key: NoteSigner, kept: string | null) {
  const { size } = end;
  const before = kept === null ? null : parseCheckpoint(textOfNote(kept) ?? '');
  const problems: string[] = [];
  const leaves = Buffer.alloc(size * hashSize);
  let frontier: Frontier = [];
  let reached = 0;
  let isContinued = before === null || before.size === 0;
  let accounted = 0;
  let transfers = 0;
  let last = Buffer.alloc(0);

  function takeLeaves(from: number, bytes: Buffer): void {
    if (from !== reached)
      throw new Error(`The hashes of the log go on at ${from}, not ${reached}.`);
    const count = Math.min(size - from, Math.floor(bytes.length / hashSize));
    bytes.copy(leaves, from * hashSize, 0, count * hashSize);
    for (let n = 0; n < count; n += 1) {
      frontier = withLeaf(frontier, reached, bytes.subarray(n * hashSize, (n + 1) * hashSize));
      reached += 1;
      if (reached === before?.size) isContinued = isSame(rootOf(frontier), before.root);
    }
  }

  function takeTransfer({ transfer, entry, vars }: Extract<ExportLine, { transfer: unknown }>) {
    transfers += 1;
    const name = `transfer ${transfer.item}`;
    // In order, so that none is there twice: an earlier state could else stand for an entry of what was removed.
    const item = Buffer.from(transfer.item);
    if (Buffer.compare(last, item) >= 0) throw new Error(`The ${name} is out of order.`);
    last = item;
    if (entry === null) {
      problems.push(`${name} has no place in the record: it was put in past the ledger service`);
      return;
    }
    const { number, changes, secret } = entry;
    const { kind: cred_kind, ...rest } = transfer;
    // Variables that can be read are hashed anew; those that cannot are taken by their hash.
    const data = secret === null ? entry.data : dataHash(vars ?? [], Buffer.from(secret, 'hex'));
    const leaf = entryLeaf({ ...rest, cred_kind }, { ...entry, data });
    const sealed = leaves.subarray(number * hashSize, (number + 1) * hashSize);
    if (isSame(leaf, sealed)) accounted += changes + 1;
    else problems.push(`${name} is not as it was recorded, in entry ${number} of the record`);
  }

  return {
    take: (line: ExportLine): void => {
      if ('transfer' in line) takeTransfer(line);
      else if ('leaves' in line) takeLeaves(line.from, Buffer.from(line.leaves, 'base64'));
      else if ('removed' in line) {
        const { item, number } = line.removed;
        problems.push(`transfer ${item}, entry ${number} of the record, was removed`);
      } else throw new Error('The file says twice how far the log is.');
    },
    end: (): CheckedExport => {
      const rest = size - accounted;
      if (rest !== 0 && problems.length === 0) {
        problems.push(
          `${rest} of ${size} entries of the record are of no transfer here: some was removed`,
        );
      }
      if (reached !== size || !isSame(rootOf(frontier), end.root)) {
        problems.push('the hashes of the log are not those that were signed: the log was changed');
      }
      if (!isContinued) {
        problems.push(
          `the log had ${before?.size} entries, and the ${size} of now do not continue them: its end was cut off`,
        );
      }
      const checkpoint = problems.length === 0 ? note : null;
      return { problems, transfers, entries: size, key, checkpoint };
    },
  };
}

const isSame = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0;
