import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { inProject } from '../project.ts';
import { helpOf } from './help.testing.ts';
import { type MeasuredServers, startMeasuredServers } from './measured-servers.testing.ts';

const ruleSchema = v.strictObject({
  alert: v.string(),
  expr: v.string(),
  for: v.pipe(v.string(), v.regex(/^\d+[mh]$/)),
  labels: v.strictObject({ severity: v.picklist(['critical', 'warning']) }),
  annotations: v.strictObject({ summary: v.string(), runbook_url: v.string() }),
});
const rulesSchema = v.object({ groups: v.array(v.object({ rules: v.array(ruleSchema) })) });
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

  const commands = [...book.matchAll(/npm run (\w+) -- (\w+)([^`]*)`/g)].map(
    ([, command = '', verb = '', rest = '']) =>
      [command, verb, [...rest.matchAll(/--[\w-]+/g)].map(String)] as const,
  );

  it('names commands', () => {
    expect(commands.length).toBeGreaterThan(5);
    expect(book.match(/npm run/g)).toHaveLength(commands.length);
  });

  it.each(commands)('npm run %s -- %s takes %j', async (command, verb, options) => {
    expect(await helpOf(command)).toMatch(new RegExp(`^  ${verb} `, 'm'));
    const help = await helpOf(command, verb);
    for (const option of options) expect(help).toContain(option);
  });
});
