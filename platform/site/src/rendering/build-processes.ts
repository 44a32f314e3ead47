import type { ReleaseDocument } from '@tallystick/contract/release';
import { LRUCache } from 'lru-cache';
import type { ServedConfiguration } from '../page/served-configuration.ts';
import { type BuildProcess, beginBuilds } from './build-process.ts';
import { answerCall, type CalledApi, type PageUnderWay } from './page-under-way.ts';
import type { BuildTexts } from './process-messages.ts';
import { type NoPage, resultOf, tooMuch } from './render-result.ts';
import type { PageSaid } from './said.ts';
import type { Sandbox } from './sandbox/sandbox.ts';

/** Pairs of builds that have a process at once; the one that was used longest ago is stopped for a new one. */
const maxProcesses = 6;

/** A process of two builds. */
interface Running {
  /** Once their code has run. */
  readonly begun: Promise<BuildProcess>;
  readonly end: AbortController;
  readonly pages: Map<number, PageUnderWay>;
  /** What its pages are rendered by; null: it has not been told. */
  release: ReleaseDocument | null;
  /** It has rendered a page: until then its code has never run. */
  isWarm: boolean;
}

export interface BuildProcessesOptions {
  readonly configuration: ServedConfiguration;
  /** The API whose calls pages may make; absent: none. */
  readonly api: CalledApi;
  /** Where the builds' code runs. */
  readonly sandbox: Sandbox;
}

interface NamedBuilds {
  readonly builds: string;
  readonly texts: () => Promise<BuildTexts>;
}

/** The processes of builds, by the names of the builds. */
export function openBuildProcesses({ configuration, api, sandbox }: BuildProcessesOptions) {
  const processes = new LRUCache<string, Running>({
    max: maxProcesses,
    disposeAfter(oldest, builds, reason) {
      if (reason === 'evict') stop(builds, oldest, tooMuch);
    },
  });

  /** Ends a process, also one that has ended. */
  function stop(builds: string, running: Running, { type, problem }: NoPage): void {
    if (processes.peek(builds) === running) processes.delete(builds);
    // The oldest page took too long, or broke the process. The others only waited beside it.
    const [oldest, ...others] = running.pages.values();
    oldest?.done({ type, problem });
    for (const page of others) page.done({ type: 'gone', problem });
    running.end.abort();
  }

  async function said(running: Running, message: PageSaid): Promise<void> {
    const page = running.pages.get(message.id);
    if (message.type === 'call') {
      const { send } = await running.begun;
      return await answerCall(page, message, api, send);
    }
    if (page === undefined) return;
    running.isWarm = true;
    page.done(resultOf(message, page.answers));
  }

  /** Begins a process; it is among the others at once. */
  function begin({ builds, texts }: NamedBuilds): Running {
    const end = new AbortController();
    const beginProcess = async () =>
      await beginBuilds(
        sandbox,
        { ...(await texts()), configuration, api: api?.url ?? null },
        {
          signal: end.signal,
          said: (message) => void said(running, message),
          ended: (problem) => stop(builds, running, { type: 'failed', problem }),
        },
      );
    const begun = beginProcess();
    const running: Running = { begun, end, pages: new Map(), release: null, isWarm: false };
    begun.catch((error: unknown) =>
      stop(builds, running, { type: 'gone', problem: String(error) }),
    );
    processes.set(builds, running);
    return running;
  }

  return {
    /** The process of these builds, begun if need be. */
    of: (named: NamedBuilds): Running => processes.get(named.builds) ?? begin(named),
    stop,
    close(): void {
      for (const [builds, running] of [...processes]) {
        stop(builds, running, { type: 'gone', problem: 'the server stops' });
      }
    },
  };
}
