import { createGunzip } from 'node:zlib';

const isGzip = (bytes: Uint8Array) => bytes[0] === 0x1f && bytes[1] === 0x8b;

/**
 * Unpacks gzip, recognized by its first two bytes; other bytes pass as they are. Everything that came
 * before a damage is yielded before the error is thrown (a piped gunzip would drop its last buffer).
 */
export async function* gunzipIfPacked(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]();
  const head: Uint8Array[] = [];
  const whole = async function* () {
    yield Buffer.concat(head);
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
  };
  try {
    for (let length = 0; length < 2; ) {
      const next = await source.next();
      if (next.done) break;
      head.push(next.value);
      length += next.value.length;
    }
    yield* isGzip(Buffer.concat(head)) ? gunzip(whole()) : whole();
  } finally {
    await source.return?.();
  }
}

async function* gunzip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const unzip = createGunzip();
  let unpacked: Uint8Array[] = [];
  let failure: Error | undefined;
  unzip.on('data', (bytes: Uint8Array) => unpacked.push(bytes));
  unzip.on('error', (error) => {
    failure = error;
  });
  /** Resolves when `act` calls back, or when unzip has ended: for a damaged chunk `write` never calls back. */
  const settled = (act: (done: () => void) => void) =>
    new Promise<void>((settle) => {
      const done = () => {
        unzip.off('close', done);
        settle();
      };
      unzip.on('close', done);
      act(done);
    });
  const take = () => {
    const bytes = unpacked;
    unpacked = [];
    return bytes;
  };
  try {
    // Each chunk is unpacked whole before the next is read: memory holds one unpacked chunk.
    for await (const chunk of chunks) {
      await settled((done) => unzip.write(chunk, done));
      yield* take();
      if (failure) throw failure;
    }
    await settled(() => unzip.end());
    yield* take();
    if (failure) throw failure;
  } finally {
    unzip.destroy();
  }
}
