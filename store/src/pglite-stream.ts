import { Duplex } from 'node:stream';
import type { Worker } from 'node:worker_threads';
import { limitIn } from './statement-limit.ts';

const authenticationOk = [0x52, 0, 0, 0, 8, 0, 0, 0, 0];
const readyForQuery = [0x5a, 0, 0, 0, 5, 0x49];
const endsExchange = new Set(['Q', 'S', 'F', 'c', 'f'].map((letter) => letter.charCodeAt(0)));
const query = 'Q'.charCodeAt(0);
const terminate = 'X'.charCodeAt(0);
const idle = 'I'.charCodeAt(0);
/** Milliseconds for an answer that has arrived while this thread was busy itself. */
const graceMs = 100;

/**
 * The socket of a `pg.Client` whose server is PGlite in a worker thread.
 * PGlite answers whatever it is given as one exchange, so messages are held back until one that
 * a server would answer (Query, Sync): one exchange costs one trip to the thread and back.
 * A thread that has not answered within `timeoutMs` is ended: nothing else stops it.
 * At most one such stream may be in use at a time.
 */
export class PgliteStream extends Duplex {
  readonly #worker: Worker | undefined;
  readonly #timeoutMs: number;
  readonly #onAnswer: (answer: unknown) => void;
  readonly #onExit = () => this.destroy(connectionLost());
  #started = false;
  #held = Buffer.alloc(0);
  /** Milliseconds that the transaction has set for its statements, if it has. */
  #limit: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(worker: Worker | undefined, timeoutMs: number) {
    super();
    this.#worker = worker;
    this.#timeoutMs = timeoutMs;
    this.#onAnswer = (answer) => {
      if (!(answer instanceof Uint8Array)) return;
      clearTimeout(this.#timer);
      if (answer.at(-1) === idle) this.#limit = undefined;
      this.push(answer);
    };
  }

  /** As a socket; there is nothing to reach. */
  connect(): void {
    if (!this.#worker) {
      this.destroy(connectionLost());
      return;
    }
    this.#worker.on('message', this.#onAnswer).on('exit', this.#onExit);
    process.nextTick(() => this.emit('connect'));
  }

  setNoDelay(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  override _read(): void {}

  // Also for one chunk alone.
  override _writev(chunks: { chunk: Uint8Array }[], done: (error?: Error | null) => void): void {
    this.#take(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#timer);
    this.#worker?.off('message', this.#onAnswer).off('exit', this.#onExit);
    done(error);
  }

  #take(bytes: Uint8Array): void {
    if (!this.#started) {
      this.#started = true;
      this.push(Uint8Array.from([...authenticationOk, ...readyForQuery]));
      return;
    }
    this.#held = this.#held.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#held, bytes]);
    let at = 0;
    let last = 0;
    let whole = 0;
    while (at + 5 <= this.#held.length) {
      const end = at + 1 + this.#held.readUInt32BE(at + 1);
      if (end > this.#held.length) break;
      last = this.#held.readUInt8(at);
      if (last === query) this.#limit ??= limitIn(this.#held.toString('utf8', at + 5, end - 1));
      at = end;
      if (endsExchange.has(last)) whole = at;
    }
    if (last === terminate) {
      this.#held = Buffer.alloc(0);
      this.push(null);
      this.destroy();
    } else if (whole > 0) {
      const request = Uint8Array.from(this.#held.subarray(0, whole));
      this.#held = this.#held.subarray(whole);
      this.#worker?.postMessage(request, [request.buffer]);
      this.#expectAnswer();
    }
  }

  #expectAnswer(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = setTimeout(() => {
        this.destroy(tookTooLong());
        void this.#worker?.terminate();
      }, graceMs);
    }, this.#limit ?? this.#timeoutMs);
    this.#timer.unref();
  }
}

function connectionLost(): Error {
  return Object.assign(new Error('PGlite has ended.'), { code: 'ECONNRESET' });
}

/** What PostgreSQL says of a statement that it gives up. */
function tookTooLong(): Error {
  const message = 'canceling statement due to statement timeout';
  return Object.assign(new Error(message), { code: '57014' });
}
