import { setTimeout as wait } from 'node:timers/promises';
import { openDataFolder } from '@tallystick/settings/data-folder';
import { type Environment, readEnvironment } from '@tallystick/settings/environment';
import {
  listenAt,
  listenProblem,
  nameOf,
  type ServerSettings,
} from '@tallystick/settings/listen-at';
import type { FastifyInstance } from 'fastify';
import { listen } from './listen.ts';

/** What a process has open. All of it is closed at the end, or when the start fails. */
export interface Holding {
  /** Aborted when the process is asked to stop; its servers close `STOP_DELAY` later. */
  readonly leaving: AbortSignal;
  /** Share of the process that each opening has, up to 1. */
  readonly share: number;
  /**
   * Listens where these settings say, and answers where that is. Servers are closed together, before
   * anything else.
   *
   * @throws Error with one line for a person
   */
  listen(server: FastifyInstance, settings: ServerSettings): Promise<string>;
  /** Closed when the servers are, the newest first. */
  closeLater(close: () => Promise<unknown>): void;
}

/** Opens servers; throws an error whose message is one line for a person. */
export type Opening = (environment: Environment, holding: Holding) => Promise<void>;

/** How long a stop may take, in milliseconds, before the process ends anyway. */
const stopLimit = 10_000;

/**
 * Runs the servers that the openings open, until a signal comes. Then `/ready` says no for `STOP_DELAY` seconds.
 * After that the servers accept no new connections, finish the answers under way, and the process ends with 0.
 * If one cannot be opened, the process ends with 1 and prints one line.
 *
 * @param title what the process is called, such as `site server`
 */
export async function runServers(title: string, openings: readonly Opening[]): Promise<void> {
  const leaving = new AbortController();
  const servers: FastifyInstance[] = [];
  const others: (() => Promise<unknown>)[] = [];
  let closed: Promise<void> | undefined;
  let stopDelay = 0;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);

  const read = readEnvironment(process.env);
  if (!read.ok) fail(read.problem);
  const { value: environment } = read;
  stopDelay = environment.STOP_DELAY * 1_000;
  const folder = openDataFolder(environment.DATA_DIR);
  if (!folder.ok) fail(folder.problem);
  const holding: Holding = {
    leaving: leaving.signal,
    share: 1 / openings.length,
    closeLater: (close) => void others.unshift(close),
    async listen(server, settings) {
      const at = listenAt(settings, environment);
      servers.push(server);
      await listen(server, at).catch((error: unknown) => {
        throw new Error(listenProblem(error, settings, environment));
      });
      return nameOf(at);
    },
  };
  try {
    for (const open of openings) await open(environment, holding);
  } catch (error) {
    // A stop closes what the start still uses.
    if (leaving.signal.aborted) return;
    await closeAll();
    fail(error instanceof Error ? error.message : String(error));
  }

  /** Closes once: a signal may come while a failed start closes what it has opened. */
  function closeAll(): Promise<void> {
    closed ??= closeEach();
    return closed;
  }

  async function closeEach(): Promise<void> {
    await Promise.all(servers.map((server) => server.close()));
    // A start that still goes on may add more meanwhile.
    for (let close = others.shift(); close; close = others.shift()) await close();
  }

  /** Closes everything and ends the process. Signals may come more than once. */
  async function stop(): Promise<void> {
    if (leaving.signal.aborted) return;
    leaving.abort();
    if (servers.length > 0) await wait(stopDelay);
    setTimeout(() => fail(`The ${title} did not stop in time.`), stopLimit).unref();
    await closeAll();
    process.exit(0);
  }
}

/** Ends the process with one line for a person. */
function fail(problem: string): never {
  console.error(problem);
  process.exit(1);
}
