import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { inProject } from '../project.ts';
import { expressions, read, rules } from './alert-files.testing.ts';

const testsSchema = v.object({
  tests: v.array(
    v.object({
      alert_rule_test: v.array(
        v.object({ alertname: v.string(), exp_alerts: v.array(v.unknown()) }),
      ),
    }),
  ),
});
const configurations = ['prometheus.yml', 'prometheus-kubernetes.yml'];
const configurationSchema = v.object({
  rule_files: v.array(v.string()),
  scrape_configs: v.array(v.object({ job_name: v.string() })),
});
const settingsSchema = v.object({
  data: v.object({ METRICS_PORT: v.string(), SITE_METRICS_PORT: v.string() }),
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
const success = [0, expect.stringContaining('SUCCESS')];
function promtool(...words: string[]): unknown[] {
  const cwd = inProject('deploy/alerts');
  const { stdout, stderr, status } = spawnSync('promtool', words, { cwd, encoding: 'utf8' });
  return [status, `${stdout}${stderr}`];
}

describe('the tests of the alerts', () => {
  const tests = v.parse(testsSchema, parse(read('deploy/alerts/tallystick.test.yml'))).tests;

  it('have a fault for which each fires, and a site that is well for which none does', () => {
    const names = rules.map(({ alert }) => alert);
    const [well, ...faults] = tests.map((one) => one.alert_rule_test);
    const firing = faults.flat().filter(({ exp_alerts }) => exp_alerts.length > 0);
    expect([...new Set(firing.map(({ alertname }) => alertname))]).toEqual(names);
    const silent = well?.filter(({ exp_alerts }) => exp_alerts.length === 0);
    expect(new Set(silent?.map(({ alertname }) => alertname))).toEqual(new Set(names));
  });

  it.runIf(hasPromtool)('pass in Prometheus', () => {
    expect(promtool('test', 'rules', 'tallystick.test.yml')).toEqual(success);
  });
});

describe.each(configurations)('%s', (file) => {
  const { rule_files, scrape_configs } = v.parse(
    configurationSchema,
    parse(read(`deploy/alerts/${file}`)),
  );

  it('has the alerts, and jobs of the names that they ask for', () => {
    expect(rule_files).toEqual(['tallystick.yml']);
    const asked = expressions.flatMap(([, expr]) =>
      [...expr.matchAll(/\bjob=~"([^"]+)"/g)].map(([, pattern]) => new RegExp(`^(?:${pattern})$`)),
    );
    expect(asked).not.toEqual([]);
    for (const { job_name } of scrape_configs) {
      for (const pattern of asked) expect(job_name).toMatch(pattern);
    }
  });

  it.runIf(hasPromtool)('is one that Prometheus takes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tallystick-prometheus-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    // Debian's is built without what asks a cluster.
    const text = read(`deploy/alerts/${file}`).replace(
      /kubernetes_sd_configs:\n.*/,
      'static_configs: []',
    );
    writeFileSync(join(folder, file), text);
    cpSync(inProject('deploy/alerts/tallystick.yml'), join(folder, 'tallystick.yml'));
    expect(promtool('check', 'config', join(folder, file))).toEqual(success);
  });
});

it('Prometheus asks the ports and pods that servers measure at', () => {
  const settings = parse(read('deploy/kubernetes/settings.yaml'));
  const { METRICS_PORT, SITE_METRICS_PORT } = v.parse(settingsSchema, settings).data;
  const machines = read('deploy/alerts/prometheus.yml');
  for (const port of [METRICS_PORT, SITE_METRICS_PORT]) {
    expect(machines).toContain(`"127.0.0.1:${port}"`);
  }
  expect(read('deploy/alerts/prometheus-kubernetes.yml')).toContain('regex: tallystick;metrics');
  for (const [server, port] of [
    ['site', SITE_METRICS_PORT],
    ['admin', SITE_METRICS_PORT],
    ['ledger', METRICS_PORT],
  ]) {
    const manifest = read(`deploy/kubernetes/${server}.yaml`);
    expect(manifest).toContain(`labels: { app: tallystick, server: ${server} }`);
    expect(manifest).toContain(`{ name: metrics, containerPort: ${port} }`);
    expect(manifest).toContain(`prometheus.io/port: "${port}"`);
  }
});

describe('the runbook', () => {
  const [, book = ''] = read('docs/operations.md').split('\n## When an alert fires\n');
  const parts = new Map(
    book
      .split('\n### ')
      .slice(1)
      .map((part) => [part.split('\n', 1)[0] ?? '', part]),
  );

  it('has a part for each alert, and no other', () => {
    expect([...parts.keys()]).toEqual(rules.map(({ alert }) => alert));
    for (const { alert, annotations } of rules) {
      expect(annotations.runbook_url).toBe(
        `{{ or $externalLabels.tallystick_docs "docs" }}/operations.md#${alert.toLowerCase()}`,
      );
    }
  });
});
