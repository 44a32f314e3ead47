import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { join } from 'node:path';
import { writeOnce, writeWhole } from '@tallystick/settings/write-whole';
import { cosign } from '@tallystick/tile-log/cosignature';
import { type NoteSigner, signatureTypes } from '@tallystick/tile-log/note';
import { judgeCheckpoint, type WitnessAnswer, type Witnessed } from '@tallystick/tile-log/witness';
import * as v from 'valibot';

interface WitnessOptions {
  /** Where its key is, and what it has signed last. */
  folder: string;
  /** Its name in signatures. */
  name: string;
  /** The keys by which the log signs that it watches. */
  keys: readonly NoteSigner[];
  /** Milliseconds since 1970. */
  now: () => number;
}

const lastSchema = v.object({ size: v.number(), root: v.string() });
/** The largest request is a checkpoint and 63 hashes. */
const maxBytes = 16_384;

/** A witness of one log (C2SP tlog-witness), which keeps what it has signed in a file before it answers. */
export async function openWitness({ folder, name, keys, now }: WitnessOptions) {
  const file = join(folder, 'witness.last');
  const key = await openKey(join(folder, 'witness.key'));
  const signer = { name, publicKey: key.publicKey, type: signatureTypes.cosignature };
  let last = await readLast(file);
  let turn: Promise<unknown> = Promise.resolve();

  async function judge(body: string): Promise<WitnessAnswer> {
    const answer = judgeCheckpoint(body, keys, last);
    if (answer.status !== 200) return answer;
    const { size, root } = answer.witnessed;
    const text = JSON.stringify({ size, root: Buffer.from(root).toString('base64') });
    await writeWhole(file, text, { flush: true });
    last = answer.witnessed;
    return answer;
  }

  /** One after the other: two that are judged by the same last checkpoint could both be signed. */
  function inTurn(body: string): Promise<WitnessAnswer> {
    const answer = turn.then(() => judge(body));
    turn = answer.catch(() => {});
    return answer;
  }

  const server = createServer(async (request, response) => {
    const end = (status: number, text: string, type = 'text/plain; charset=utf-8') =>
      response.writeHead(status, { 'content-type': type }).end(text);
    if (request.method !== 'POST' || request.url !== '/add-checkpoint') {
      return end(404, 'A witness has POST /add-checkpoint alone.\n');
    }
    try {
      const body = await readBody(request);
      if (body === null) return end(413, 'It is too long.\n');
      const answer = await inTurn(body);
      if (answer.status === 200) return end(200, cosign(answer.text, signer, key.sign, now()));
      if (answer.status === 409) return end(409, `${answer.size}\n`, 'text/x.tlog.size');
      return end(answer.status, `${answer.why}\n`);
    } catch {
      // What cannot be kept is not signed.
      return end(503, 'It cannot be kept.\n');
    }
  });
  server.requestTimeout = 10_000;
  server.maxConnections = 100;
  return { server, signer, signed: last?.size ?? 0 } satisfies {
    server: Server;
    signer: NoteSigner;
    signed: number;
  };
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBytes) return null;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString();
}

/** @throws Error if what is there cannot be read: a witness that forgets would sign any history */
async function readLast(file: string): Promise<Witnessed | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const { size, root } = v.parse(lastSchema, JSON.parse(text));
  return { size, root: Buffer.from(root, 'base64') };
}

async function openKey(file: string) {
  const { privateKey } = generateKeyPairSync('ed25519');
  await writeOnce(file, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  const key = createPrivateKey(await readFile(file, 'utf8'));
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return {
    publicKey: Buffer.from(x, 'base64url').toString('base64'),
    sign: (text: string) => sign(null, Buffer.from(text), key).toString('base64'),
  };
}
