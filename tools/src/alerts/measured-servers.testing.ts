import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from '@tallystick/store/free-ports.testing';
import { nodeVariables, nodeWords } from '@tallystick/store/node-process.testing';
import { inProject } from '../project.ts';

/** The real servers, and what they measured after a request to each. */
export interface MeasuredServers {
  /** By the name of each series: the labels that it has. */
  measured: ReadonlyMap<string, ReadonlySet<string>>;
  /** What the servers call their metrics. */
  named: readonly string[];
  close(): Promise<void>;
}

const [program, ...words] = nodeWords;

/** Starts ledger service and site server with a mail server that is away, over a folder of their own. */
export async function startMeasuredServers(): Promise<MeasuredServers> {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-measured-'));
  const [site, admin, ledger, siteMetrics, ledgerMetrics, nothing] = await freePorts(6);
  const env = {
    ...nodeVariables,
    DATA_DIR: folder,
    DEMO: 'off',
    SITE_PORT: String(site),
    ADMIN_PORT: String(admin),
    BACKEND_PORT: String(ledger),
    SITE_METRICS_PORT: String(siteMetrics),
    METRICS_PORT: String(ledgerMetrics),
    SMTP_URL: `smtp://127.0.0.1:${nothing}`,
  };
  const children: ChildProcess[] = [];
  const start = async (main: string, ready: string) => {
    const child = spawn(program, [...words, inProject(main)], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    let out = '';
    await new Promise<void>((resolve, reject) => {
      child.once('exit', () => reject(new Error(`${main} ended early: ${out}`)));
      child.stdout.setEncoding('utf8').on('data', (part: string) => {
        out += part;
        if (out.includes(ready)) resolve();
      });
    });
  };
  await Promise.all([
    start('releases/site/src/main.ts', 'Site server is ready'),
    start('backend/src/main.ts', 'Ledger service is ready'),
  ]);
  for (const port of [site, admin, ledger]) await fetch(`http://127.0.0.1:${port}/health`);
  const texts = await Promise.all(
    [siteMetrics, ledgerMetrics].map(async (port) =>
      (await fetch(`http://127.0.0.1:${port}/metrics`)).text(),
    ),
  );
  const text = texts.join('');
  const measured = new Map<string, Set<string>>();
  const named = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);
  for (const name of named) measured.set(name, new Set());
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = measured.get(name) ?? new Set();
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
    measured.set(name, known);
  }
  return {
    measured,
    named,
    close: async () => {
      for (const child of children) {
        child.kill('SIGTERM');
        if (child.exitCode === null) await once(child, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const mains: Readonly<Record<string, string>> = {
  release: 'releases/cli/src/main.ts',
  ledger: 'backend/src/cli/main.ts',
};

/** The help of a command of ours, or of one of its verbs. */
export async function helpOf(command: string, ...verb: readonly string[]): Promise<string> {
  const main = mains[command];
  if (main === undefined) throw new Error(`There is no command ${command}.`);
  const run = promisify(execFile);
  const { stdout } = await run(program, [...words, inProject(main), ...verb, '--help']);
  return stdout;
}
