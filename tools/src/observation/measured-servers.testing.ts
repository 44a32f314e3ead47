import { freePorts } from '@tallystick/store/free-ports.testing';
import { vi } from 'vitest';
import { startRealServers } from './real-servers.testing.ts';

/** The real servers, and what they measured after a request to each. */
export interface MeasuredServers {
  /** By the name of each series: the labels that it has. */
  measured: ReadonlyMap<string, ReadonlySet<string>>;
  /** What the servers call their metrics. */
  named: readonly string[];
  close(): Promise<void>;
}

/** Starts the servers with a mail server that is away, and reads what they measure. */
export async function startMeasuredServers(): Promise<MeasuredServers> {
  const [ofSite, ofLedger, nothing] = await freePorts(3);
  const { site, admin, ledger, close } = await startRealServers({
    SITE_METRICS_PORT: String(ofSite),
    METRICS_PORT: String(ofLedger),
    SMTP_URL: `smtp://127.0.0.1:${nothing}`,
  });
  for (const server of [site, admin, ledger]) await fetch(`${server}/health`);
  const text = await vi.waitFor(
    async () => {
      const texts = await Promise.all(
        [ofSite, ofLedger].map(async (port) =>
          (await fetch(`http://127.0.0.1:${port}/metrics`)).text(),
        ),
      );
      const both = texts.join('');
      // Figures that take longer than a second are left out, their labels too.
      if (!/^registry_revisions\{/m.test(both)) throw new Error(`the registry is missing: ${both}`);
      return both;
    },
    { timeout: 60_000 },
  );
  const named = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);
  const measured = new Map<string, Set<string>>(named.map((name) => [name, new Set()]));
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = measured.get(name) ?? new Set();
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
    measured.set(name, known);
  }
  return { measured, named, close };
}
