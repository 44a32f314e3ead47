import { vi } from 'vitest';
import type { RealServers } from './real-servers.testing.ts';

/** What servers measured after a request to each. */
export interface Measured {
  /** The labels that each series has, by its name. */
  series: ReadonlyMap<string, ReadonlySet<string>>;
  /** What the servers call their metrics. */
  named: readonly string[];
}

/** Reads what servers measure, at the ports where they say so. */
export async function readMeasured(
  { site, admin, ledger }: RealServers,
  ports: readonly number[],
): Promise<Measured> {
  for (const server of [site, admin, ledger]) await fetch(`${server}/health`);
  const text = await vi.waitFor(
    async () => {
      const texts = await Promise.all(
        ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()),
      );
      const both = texts.join('');
      // Figures that take longer than a second are left out, their labels too.
      if (!/^registry_revisions\{/m.test(both)) throw new Error(`the registry is missing: ${both}`);
      return both;
    },
    { timeout: 60_000 },
  );
  const named = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);
  const series = new Map<string, Set<string>>(named.map((name) => [name, new Set()]));
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = series.get(name) ?? new Set();
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
    series.set(name, known);
  }
  return { series, named };
}
