import { call } from '../../../http/call.ts';
import { quantile } from '../../../measures/times.ts';

export interface ProbeResult {
  what: string;
  /** Milliseconds until the answer was whole; null: none, or another status than 200. */
  took: number | null;
  /** What came in its place: another status, or why none; absent: it was answered. */
  instead?: string;
}

/** A request that is sent again and again, by a name of its own. */
export interface Probe {
  what: string;
  url: string;
  headers?: Readonly<Record<string, string>>;
  /** Makes it a POST. */
  body?: unknown;
}

/** Milliseconds after which a request counts as not answered. */
const timeoutMs = 20_000;

/**
 * Sends each probe `perSecond` times a second, whether or not the last one is answered. Each comes
 * from 127.0.0.1 over a new connection, as from a new visitor.
 */
export function startProbes(probes: readonly Probe[], perSecond: number) {
  const results: ProbeResult[] = [];
  const underWay = new Set<Promise<void>>();
  const timer = setInterval(() => {
    for (const probe of probes) {
      const asking = ask(probe).then((result) => void results.push(result));
      underWay.add(asking);
      void asking.then(() => underWay.delete(asking));
    }
  }, 1_000 / perSecond);
  return {
    /** Stops; resolves when the last one is answered. */
    async end(): Promise<readonly ProbeResult[]> {
      clearInterval(timer);
      await Promise.all(underWay);
      return results;
    },
  };
}

async function ask({ what, url, ...request }: Probe): Promise<ProbeResult> {
  const start = performance.now();
  const { status, instead } = await call(url, { ...request, timeoutMs }).then(
    ({ status }) => ({ status, instead: String(status) }),
    (error: NodeJS.ErrnoException) => ({ status: 0, instead: error.code ?? error.name }),
  );
  if (status !== 200) return { what, took: null, instead };
  return { what, took: performance.now() - start };
}

/** The time within which 99 of 100 were answered, in milliseconds; infinite: so many were not. */
export function p99(results: readonly ProbeResult[]): number {
  return quantile(
    results.map(({ took }) => took ?? Number.POSITIVE_INFINITY),
    0.99,
  );
}
