import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { inProject } from '../project.ts';
import { type MeasuredServers, startMeasuredServers } from './measured-servers.testing.ts';

const ruleSchema = v.strictObject({
  alert: v.string(),
  expr: v.string(),
  for: v.pipe(v.string(), v.regex(/^\d+[mh]$/)),
  labels: v.strictObject({ severity: v.picklist(['critical', 'warning']) }),
  annotations: v.strictObject({ summary: v.string(), runbook_url: v.string() }),
});
const rulesSchema = v.object({ groups: v.array(v.object({ rules: v.array(ruleSchema) })) });
const testsSchema = v.object({
  tests: v.array(
    v.object({
      alert_rule_test: v.array(
        v.object({ alertname: v.string(), exp_alerts: v.array(v.unknown()) }),
      ),
    }),
  ),
});
const dashboardSchema = v.object({
  panels: v.array(
    v.object({ title: v.string(), targets: v.array(v.object({ expr: v.string() })) }),
  ),
});

const read = (path: string) => readFileSync(inProject(path), 'utf8');
const { groups } = v.parse(rulesSchema, parse(read('deploy/alerts/tallystick.yml')));
const rules = groups.flatMap((group) => group.rules);
const { panels } = v.parse(dashboardSchema, JSON.parse(read('deploy/grafana/tallystick.json')));
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

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

/** Prometheus's own. */
const ownOfPrometheus = ['up'];
const itsLabels = ['job', 'instance'];

/** Names and labels of what an expression asks for; throws where it is not PromQL. */
function askedBy(expr: string): { name: string; labels: string[] }[] {
  // Grafana puts in a range.
  const text = expr.replaceAll('$__rate_interval', '5m');
  const found: { name: string; labels: string[] }[] = [];
  parser.parse(text).iterate({
    enter({ name, from, to, type }) {
      const part = text.slice(from, to);
      if (type.isError) throw new Error(`not PromQL at ${from}: ${text}`);
      if (name === 'Identifier') found.push({ name: part, labels: [] });
      if (name === 'LabelName') found.at(-1)?.labels.push(part);
    },
  });
  return found;
}

let servers: MeasuredServers;
beforeAll(async () => {
  servers = await startMeasuredServers();
});
afterAll(() => servers.close());

describe('the alerts and the dashboard', () => {
  it.each(expressions)('%s asks for what the servers measure: %s', (_name, expr) => {
    const asked = askedBy(expr);
    expect(asked).not.toEqual([]);
    for (const { name, labels } of asked) {
      if (ownOfPrometheus.includes(name)) continue;
      expect([...servers.measured.keys()]).toContain(name);
      for (const label of labels) {
        if (itsLabels.includes(label)) continue;
        expect([...(servers.measured.get(name) ?? [])]).toContain(label);
      }
    }
  });

  it('says of each metric of ours what it is', () => {
    const page = read('docs/observation.md');
    const ours = servers.named.filter((name) => !/^(process|nodejs)_/.test(name));
    expect(ours.length).toBeGreaterThan(10);
    expect(ours.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});

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
      expect(annotations.runbook_url).toBe(`docs/operations.md#${alert.toLowerCase()}`);
    }
  });
});
