import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, pino, stdSerializers, stdTimeFunctions } from 'pino';

/** What a server logs to: `log.warn('…')`, `log.error(error)`, `log.warn({ behind }, '…')`. */
export type Log = FastifyBaseLogger;

/** How much is logged: every request (`info`), or only what went wrong. */
export type LogLevel = 'info' | 'warn' | 'error';

interface LogOptions {
  /** The server that logs, by its name in metrics: a process may have several. */
  service: string;
  level: LogLevel;
  /** Where lines go; absent: to standard output. */
  stream?: DestinationStream | undefined;
}

/**
 * What is taken out of a line, should somebody pass it. Only fields of the line itself: looking into objects would cost
 * 5 µs more.
 */
const secrets = [
  ...['authorization', 'body', 'code', 'cookie', 'email', 'headers', 'ip', 'password'],
  ...['query', 'secret', 'token', 'url'],
];

/**
 * The log of one server: a line of JSON for each thing, with `time` (ISO 8601), `level` (`info`, `warn`, `error`),
 * `service` and `msg`. It takes of a request only the method, and of an error only what `describeError` says.
 */
export function openLog({ service, level, stream }: LogOptions): Log {
  return pino(
    {
      level,
      base: { service },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: {
        req: ({ method }: { method: string }) => ({ method }),
        err: describeError,
      },
      redact: { paths: secrets, remove: true },
    },
    stream ?? pino.destination({ sync: true }),
  );
}

/** An error's kind, code, message and stack. Its other properties may be the values of a statement, or an address. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = stdSerializers.err(error);
  return { type, ...('code' in error && { code: error.code }), message, stack };
}
