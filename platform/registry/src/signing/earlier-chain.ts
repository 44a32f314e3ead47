import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '@tallystick/store/error-code';
import * as v from 'valibot';
import { digestOf } from '../audit/digest-of.ts';
import type { Recorded } from '../audit/seal.ts';
import { type OrRefusal, refusal } from '../contract/problem.ts';
import type { Writer } from '../store/writes.ts';
import type { SigningKey } from './signing-key.ts';

const headSchema = v.object({ sequence: v.number(), hash: v.string() });
type EarlierHead = v.InferOutput<typeof headSchema>;

const headFile = (folder: string) => join(folder, 'release-audit.head');

/** The head of the chain that versions before kept in the data folder; null: there is none. */
async function readEarlierHead(folder: string): Promise<EarlierHead | null> {
  try {
    return v.parse(headSchema, JSON.parse(await readFile(headFile(folder), 'utf8')));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Once the history is in the log, nothing is held against it any more. */
export async function forgetEarlierHead(folder: string): Promise<void> {
  await rm(headFile(folder), { force: true });
}

/** What a version of before has recorded, and the sequence of its row. */
export interface EarlierEntry {
  sequence: number;
  recorded: Recorded;
}

/**
 * Reads the history as versions before kept it: a chain, each entry with the hash of the one before it and a keyed
 * hash. Refused where that does not hold.
 *
 * @param trusted whether the chain is taken as it is: neither the keyed hashes nor the kept head count
 */
export async function readEarlierChain(
  trx: Writer,
  key: SigningKey,
  folder: string,
  trusted: boolean,
): Promise<OrRefusal<EarlierEntry[]>> {
  const secret = key.derive('audit chain');
  const head = trusted ? null : await readEarlierHead(folder);
  const rows = await trx
    .selectFrom('audit')
    .leftJoin('audit_mac', 'audit_mac.sequence', 'audit.sequence')
    .selectAll('audit')
    .select('mac')
    .orderBy('audit.sequence')
    .execute();
  let previousHash = '0'.repeat(64);
  let holdsHead = head === null;
  for (const [index, row] of rows.entries()) {
    const { sequence, at, by, action, detail, hash } = row;
    const entry = { sequence, at: at.toISOString(), by, action, detail, previousHash };
    const isNext = sequence === index + 1 && hash === digestOf(entry);
    if (hash === null || !isNext || !(trusted || hasMac(secret, hash, row.mac))) {
      return refusal('invalid', `entry ${index + 1} of the history was changed, or is missing`);
    }
    holdsHead ||= sequence === head?.sequence && hash === head.hash;
    previousHash = hash;
  }
  if (!holdsHead) return refusal('invalid', 'the end of the history was cut off');
  const value = rows.map(({ sequence, at, by, action, detail }) => ({
    sequence,
    recorded: { at: at.toISOString(), by, action, detail },
  }));
  return { ok: true, value };
}

function hasMac(secret: Uint8Array, hash: string, mac: string | null): boolean {
  const own = createHmac('sha256', secret).update(hash).digest();
  const given = Buffer.from(mac ?? '', 'base64');
  return given.length === own.length && timingSafeEqual(own, given);
}
