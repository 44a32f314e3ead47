import { readdirSync, readFileSync } from 'node:fs';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Service } from 'kubernetes-models/v1/Service';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { inProject } from '../project.ts';
import { deployFile, expectCommand, expectSettings, secrets } from './deployed.testing.ts';

const podSchema = v.object({
  enableServiceLinks: v.literal(false),
  securityContext: v.looseObject({ runAsNonRoot: v.literal(true) }),
  terminationGracePeriodSeconds: v.number(),
  containers: v.tuple([
    v.looseObject({
      args: v.array(v.string()),
      ports: v.array(v.object({ name: v.string(), containerPort: v.number() })),
      startupProbe: v.unknown(),
      readinessProbe: v.looseObject({
        httpGet: v.object({ path: v.literal('/ready'), port: v.string() }),
        // Its no may take two seconds.
        timeoutSeconds: v.pipe(v.number(), v.minValue(3)),
      }),
      livenessProbe: v.looseObject({
        httpGet: v.object({ path: v.literal('/health'), port: v.string() }),
      }),
      securityContext: v.looseObject({ readOnlyRootFilesystem: v.literal(true) }),
    }),
  ]),
});
const resourceSchema = v.looseObject({
  apiVersion: v.string(),
  kind: v.string(),
  metadata: v.looseObject({ name: v.string() }),
  data: v.optional(v.record(v.string(), v.string())),
  spec: v.optional(v.looseObject({ template: v.optional(v.looseObject({ spec: podSchema })) })),
});

interface Model<T> {
  is: (resource: unknown) => resource is T;
  new (data: T): { validate(): void };
}
/** Null if it is of another kind. */
const as =
  <T>(Model: Model<T>) =>
  (resource: unknown) =>
    Model.is(resource) ? new Model(resource) : null;
/** Those that the manifests have. */
const kinds = [
  as(ConfigMap),
  as(Service),
  as(Deployment),
  as(StatefulSet),
  as(HorizontalPodAutoscaler),
  as(Ingress),
  as(PodDisruptionBudget),
  as(NetworkPolicy),
];
/** Throws where a resource does not fit Kubernetes' own schema of its kind. */
function check(resource: unknown): void {
  const model = kinds.map((kind) => kind(resource)).find((found) => found !== null);
  if (model === undefined) throw new Error('The manifests have no such kind.');
  model.validate();
}

const { resources: files } = v.parse(
  v.object({ resources: v.array(v.string()) }),
  parse(deployFile('kubernetes/kustomization.yaml')),
);
const resources = files.flatMap((name) =>
  parseAllDocuments(deployFile(`kubernetes/${name}`)).map((document) =>
    v.parse(resourceSchema, document.toJS()),
  ),
);
const settings = resources.find(({ data }) => data !== undefined)?.data ?? {};

it('all files are applied, or said to be a choice', () => {
  const on = readdirSync(inProject('deploy/kubernetes'));
  expect(on.toSorted()).toEqual(
    [...files, 'by-operator', 'by-readers', 'kustomization.yaml'].toSorted(),
  );
});

it.each(resources)('$kind $metadata.name is one by Kubernetes’ own schema', (resource) => {
  check(resource);
});

it('a resource that Kubernetes would refuse is one that these schemas refuse', () => {
  const refused = { apiVersion: 'apps/v1', kind: 'Deployment', spec: { replicas: 'two' } };
  expect(() => check(refused)).toThrow('replicas must be integer');
});

it('each server is served, with settings that it takes and time to stop', () => {
  expectSettings(settings);
  // These are of a Secret, which is made by hand.
  expect(Object.keys(settings).filter((name) => secrets.includes(name))).toEqual([]);
  const pods = resources.flatMap(({ spec }) => spec?.template?.spec ?? []);
  const ports = { site: 4000, admin: 4300, ledger: 4100 };
  const served = pods.map(({ containers: [{ args, ports }] }) => [
    args[1],
    ports[0]?.containerPort,
  ]);
  expect(Object.fromEntries(served)).toEqual(ports);
  for (const { containers, terminationGracePeriodSeconds } of pods) {
    expectCommand(containers[0].args);
    // A stop may take ten seconds after STOP_DELAY.
    expect(terminationGracePeriodSeconds).toBeGreaterThan(Number(settings.STOP_DELAY) + 10);
    const metrics = containers[0].args.includes('ledger') ? 'METRICS_PORT' : 'SITE_METRICS_PORT';
    const scraped = containers[0].ports.find(({ name }) => name === 'metrics');
    expect(String(scraped?.containerPort)).toBe(settings[metrics]);
  }
  const named = resources.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  for (const kind of ['PodDisruptionBudget', 'HorizontalPodAutoscaler']) {
    expect(named).toEqual(expect.arrayContaining([`${kind} site`, `${kind} ledger`]));
  }
});

it('what scrapes and what shuts off name the pods and ports that there are', () => {
  const pods = resources.filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet');
  const monitor = v.parse(
    v.object({
      selector: v.object({ matchLabels: v.unknown() }),
      podMetricsEndpoints: v.tuple([v.looseObject({ port: v.string() })]),
    }),
    parse(deployFile('kubernetes/by-operator/pod-monitor.yaml')).spec,
  );
  const policy = resources.find(({ kind }) => kind === 'NetworkPolicy')?.spec;
  expect(policy).toMatchObject({
    podSelector: monitor.selector,
    ingress: [{ ports: [{ port: 'http' }] }, { ports: [{ port: 'metrics' }] }],
  });
  for (const { spec } of pods) {
    expect(spec?.template).toMatchObject({ metadata: { labels: monitor.selector.matchLabels } });
    const ports = spec?.template?.spec.containers[0].ports.map(({ name }) => name);
    expect(ports).toEqual(['http', monitor.podMetricsEndpoints[0].port]);
  }
});

describe('scaling by readers', () => {
  const metricSchema = v.looseObject({
    pods: v.looseObject({ metric: v.object({ name: v.string() }) }),
  });
  const componentSchema = v.object({
    kind: v.literal('Component'),
    patches: v.tuple([v.object({ target: v.unknown(), patch: v.string() })]),
  });
  const { patches } = v.parse(
    v.looseObject(componentSchema.entries),
    parse(deployFile('kubernetes/by-readers/kustomization.yaml')),
  );
  const [added] = v.parse(
    v.tuple([v.object({ op: v.literal('add'), path: v.string(), value: metricSchema })]),
    parse(patches[0].patch),
  );
  const metric = added.value.pods.metric.name;

  it('adds a metric that Kubernetes takes to the autoscaler of the ledger service', () => {
    const scaler = resources.find(
      ({ kind, metadata }) => `${kind} ${metadata.name}` === 'HorizontalPodAutoscaler ledger',
    );
    const { metrics } = v.parse(v.looseObject({ metrics: v.array(v.unknown()) }), scaler?.spec);
    const patched = { ...scaler, spec: { ...scaler?.spec, metrics: [...metrics, added.value] } };
    expect(patches[0].target).toEqual({ kind: 'HorizontalPodAutoscaler', name: 'ledger' });
    expect(added.path).toBe('/spec/metrics/-');
    check(patched);
    const wrong = { ...patched, spec: { ...patched.spec, metrics: [{ type: 'Pods', pods: {} }] } };
    expect(() => check(wrong)).toThrow(/required property/);
  });

  it('reads one that servers give, by the rule of the adapter', () => {
    expect(readFileSync(inProject('docs/observation.md'), 'utf8')).toContain(`| \`${metric}\` |`);
    const { rules } = v.parse(
      v.object({ rules: v.object({ custom: v.tuple([v.object({ seriesQuery: v.string() })]) }) }),
      parse(deployFile('kubernetes/by-readers/adapter-values.yaml')),
    );
    expect(rules.custom[0].seriesQuery).toContain(metric);
  });
});
