import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { parse } from 'yaml';
import { inProject } from '../project.ts';

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

/** The text of a file of the project. */
export const read = (path: string) => readFileSync(inProject(path), 'utf8');

const { groups } = v.parse(rulesSchema, parse(read('deploy/alerts/tallystick.yml')));
/** The alerts. */
export const rules = groups.flatMap((group) => group.rules);
const { panels } = v.parse(dashboardSchema, JSON.parse(read('deploy/grafana/tallystick.json')));
/** What alerts and panels of the dashboard ask for, each with its name. */
export const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];
