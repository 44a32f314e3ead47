import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

/** Prometheus's own. */
const ownOfPrometheus = ['up'];

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
      for (const label of labels) expect([...(servers.measured.get(name) ?? [])]).toContain(label);
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
    expect(firing.map(({ alertname }) => alertname)).toEqual(names);
    const silent = well?.filter(({ exp_alerts }) => exp_alerts.length === 0);
    expect(new Set(silent?.map(({ alertname }) => alertname))).toEqual(new Set(names));
  });

  const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
  it.runIf(hasPromtool)('pass in Prometheus', () => {
    const words = ['test', 'rules', 'tallystick.test.yml'];
    const cwd = inProject('deploy/alerts');
    const { stdout, stderr, status } = spawnSync('promtool', words, { cwd, encoding: 'utf8' });
    expect([status, `${stdout}${stderr}`]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });
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
