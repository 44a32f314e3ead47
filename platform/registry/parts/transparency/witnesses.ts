import { askWhole } from '@tallystick/contract/http/ask-whole';
import type { Problem, Result } from '@tallystick/contract/result';
import { proveConsistency } from '@tallystick/tile-log/consistency';
import { openTiledTree, type ReadTile } from '@tallystick/tile-log/tiles';
import { addCheckpointBody } from '@tallystick/tile-log/witness';
import type { Head } from '../../src/audit/seal.ts';

/** What a witness signed last, and its lines below that checkpoint. */
interface Signed {
  size: number;
  lines: string;
}

/** Why a witness does not sign: it cannot now, or it refuses this log. */
interface NotSigned extends Problem {
  code: 'away' | 'refuses';
}
const away = (problem: string): NotSigned => ({ ok: false, code: 'away', problem });
const refuses = (problem: string): NotSigned => ({ ok: false, code: 'refuses', problem });

interface Trouble {
  why: NotSigned;
  tries: number;
  /** How many times it was passed over since. */
  passed: number;
}

const limits = { timeoutMs: 5_000, maxBytes: 4_096 };
/** How many times a witness that does not sign is passed over before it is asked again, at most. */
const maxPassed = 60;

/** Asks witnesses to sign checkpoints (C2SP tlog-witness). Nobody waits for them. */
export function openWitnesses(
  urls: readonly string[],
  readTile: ReadTile,
  log: (line: string) => void,
) {
  const signed = new Map<string, Signed>();
  const troubles = new Map<string, Trouble>();

  async function askOne(url: string, head: Head): Promise<void> {
    const known = signed.get(url);
    const trouble = troubles.get(url);
    if (known?.size === head.sequence && trouble === undefined) return;
    if (trouble && trouble.passed < Math.min(2 ** trouble.tries, maxPassed)) {
      trouble.passed += 1;
      return;
    }
    const asked = await askToSign(url, head, known?.size ?? 0, readTile);
    if (asked.ok) {
      signed.set(url, { size: head.sequence, lines: asked.value });
      if (trouble) log(`The witness ${url} signs again.`);
      troubles.delete(url);
      return;
    }
    const { problem } = asked;
    if (trouble?.why.problem !== problem) log(`The witness ${url} does not sign: ${problem}.`);
    troubles.set(url, { why: asked, tries: (trouble?.tries ?? 0) + 1, passed: 0 });
  }

  return {
    /** Asks those who have not signed this end of the log. */
    ask: async (head: Head | null): Promise<void> => {
      if (head !== null) await Promise.all(urls.map((url) => askOne(url, head)));
    },
    /** Says who refuses the log, a line each for people. One that is away is in nobody's way: the process logs it. */
    refusals: (): string[] =>
      [...troubles].flatMap(([url, { why }]) =>
        why.code === 'refuses'
          ? [`The witness ${new URL(url).host} does not sign the log of releases: ${why.problem}.`]
          : [],
      ),
    /** Their lines below the checkpoint of this end. */
    cosignatures: ({ sequence }: Head): string =>
      [...signed.values()]
        .filter(({ size }) => size === sequence)
        .map(({ lines }) => lines)
        .join(''),
  };
}

/** The lines of a witness below a checkpoint. `old`: what it has signed last, as far as is known. */
async function askToSign(
  url: string,
  head: Head,
  old: number,
  readTile: ReadTile,
  again = true,
): Promise<Result<string, NotSigned>> {
  const { sequence: size, note } = head;
  const proof = await proveConsistency(openTiledTree(size, readTile), Math.min(old, size));
  const asked = await askWhole(`${url.replace(/\/$/, '')}/add-checkpoint`, {
    ...{ method: 'POST', redirect: 'error', ...limits },
    body: addCheckpointBody(Math.min(old, size), proof, note),
  });
  if (!asked.ok) return away(asked.problem);
  const { status, text } = asked.value;
  if (status === 200) {
    const lines = text().match(/^— \S+ [A-Za-z0-9+/=]{100,200}\n/gm) ?? [];
    return { ok: true, value: lines.join('') };
  }
  if (status !== 409) {
    const problem = `it answers ${status}: ${text().trim().slice(0, 100)}`;
    return status >= 500 || status === 429 ? away(problem) : refuses(problem);
  }
  const has = Number(text());
  if (has > size) return refuses(`it has signed ${has} entries, and the log has ${size}`);
  if (!again || has === old || !Number.isSafeInteger(has)) {
    return refuses('it has signed another history');
  }
  return await askToSign(url, head, has, readTile, false);
}
