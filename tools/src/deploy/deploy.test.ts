import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnvironment, settingNames } from '@tallystick/shared/environment';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { inProject } from '../project.ts';

const read = (path: string) => readFileSync(inProject('deploy', path), 'utf8');
const systemdAnalyze = '/usr/bin/systemd-analyze';
const names = ['site', 'admin', 'ledger'];
/** Read by Node and by the platform, not by our settings. */
const others = ['NODE_ENV', 'SERVERS'];

/** Fails unless servers take these variables as they are. */
function expectSettings(variables: Record<string, string>): void {
  const ours = Object.entries(variables).filter(([name]) => !others.includes(name));
  expect(ours.map(([name]) => name).filter((name) => !settingNames.includes(name))).toEqual([]);
  expect(readEnvironment(Object.fromEntries(ours))).toMatchObject({ ok: true });
}

/** Fails unless the words are a command of the prebuilt tree. */
function expectCommand([command = '', ...words]: readonly string[]): void {
  expect(['serve', 'ready']).toContain(command);
  expect(words.length).toBeGreaterThan(0);
  expect(names).toEqual(expect.arrayContaining(words));
}

const lines = (text: string) =>
  Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]));

it('the documentation of settings has each of them', () => {
  const documented = readFileSync(inProject('docs/operations.md'), 'utf8');
  expect(settingNames.filter((name) => !documented.includes(`\`${name}\``))).toEqual([]);
});

it('the container runs a command that is there, and not as root', () => {
  const text = read('Containerfile');
  const commands = [...text.matchAll(/^ *(?:ENTRYPOINT|CMD) (\[.*\])$/gm)].map(([, list = '']) =>
    v.parse(v.array(v.string()), JSON.parse(list)),
  );
  const [health = [], entry = [], serve = []] = commands;
  expect(entry).toEqual(['node', 'tallystick.js']);
  expectCommand(serve);
  expect(health.slice(0, 2)).toEqual(entry);
  expectCommand(health.slice(2));
  expect(text).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
  const [, variables = ''] = /^ENV (.*)$/m.exec(text) ?? [];
  expectSettings(lines(variables.replaceAll(' ', '\n')));
});

const composeSchema = v.object({
  services: v.record(
    v.string(),
    v.looseObject({
      image: v.string(),
      command: v.optional(v.array(v.string())),
      environment: v.optional(v.record(v.string(), v.string())),
      healthcheck: v.optional(v.object({ test: v.array(v.string()) })),
      depends_on: v.optional(v.record(v.string(), v.unknown())),
    }),
  ),
});

it('compose.yaml serves all servers, with settings that they take', () => {
  const { services } = v.parse(composeSchema, parse(read('compose.yaml'), { merge: true }));
  const ours = Object.values(services).filter(({ image }) => image === 'tallystick');
  expect(ours.flatMap(({ command = [] }) => command.slice(1))).toEqual(names);
  for (const { command = [], environment = {}, healthcheck, read_only } of ours) {
    expectCommand(command);
    expect(healthcheck?.test.slice(0, 3)).toEqual(['CMD', 'node', 'tallystick.js']);
    expectCommand(healthcheck?.test.slice(3) ?? []);
    // As Compose does where a variable is not set.
    const asSet = (value: string) => value.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');
    expectSettings(
      Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, asSet(value)])),
    );
    expect(read_only).toBe(true);
  }
  const needed = Object.values(services).flatMap(({ depends_on = {} }) => Object.keys(depends_on));
  expect(needed.filter((name) => services[name] === undefined)).toEqual([]);
});

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
      }),
      livenessProbe: v.looseObject({
        httpGet: v.object({ path: v.literal('/health'), port: v.string() }),
      }),
      securityContext: v.looseObject({ readOnlyRootFilesystem: v.literal(true) }),
    }),
  ]),
});
const resourceSchema = v.looseObject({
  kind: v.string(),
  metadata: v.looseObject({ name: v.string() }),
  data: v.optional(v.record(v.string(), v.string())),
  spec: v.optional(v.looseObject({ template: v.optional(v.looseObject({ spec: podSchema })) })),
});

it('the manifests serve each server, with settings that it takes and time to stop', () => {
  const files = v.parse(
    v.object({ resources: v.array(v.string()) }),
    parse(read('kubernetes/kustomization.yaml')),
  );
  const on = readdirSync(inProject('deploy/kubernetes')).filter(
    (name) => name !== 'kustomization.yaml',
  );
  expect(files.resources.toSorted()).toEqual(on.toSorted());
  const resources = on.flatMap((name) =>
    parseAllDocuments(read(`kubernetes/${name}`)).map((document) =>
      v.parse(resourceSchema, document.toJS()),
    ),
  );
  const settings = resources.find(({ data }) => data !== undefined)?.data ?? {};
  expectSettings(settings);
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
  }
  const kinds = resources.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  for (const kind of ['PodDisruptionBudget', 'HorizontalPodAutoscaler']) {
    expect(kinds).toEqual(expect.arrayContaining([`${kind} site`, `${kind} ledger`]));
  }
});

describe('the systemd unit', () => {
  const unit = read('systemd/tallystick@.service');

  it('serves what its instances name, with settings that they take', () => {
    expect(unit).toMatch(/^ExecStart=\S+node tallystick\.js serve \$SERVERS$/m);
    for (const instance of ['site', 'ledger']) {
      const { SERVERS = '', ...more } = lines(read(`systemd/${instance}.env`));
      expectCommand(['serve', ...SERVERS.split(' ')]);
      expectSettings({ ...lines(read('systemd/settings.env')), ...more });
    }
  });

  it.runIf(existsSync(systemdAnalyze))('is one that systemd understands', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tallystick-unit-'));
    const path = join(folder, 'tallystick@.service');
    // It looks whether the program is there.
    writeFileSync(path, unit.replace('/usr/bin/node', process.execPath));
    try {
      const said = execFileSync(systemdAnalyze, ['verify', '--man=no', path], { stdio: 'pipe' });
      expect(said.toString()).toBe('');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

it('the proxies lead to all servers, and hold back no stream', () => {
  const caddy = read('Caddyfile');
  const nginx = read('nginx.conf');
  for (const port of [4000, 4100, 4300]) {
    expect(caddy).toContain(`127.0.0.1:${port}`);
    expect(nginx).toContain(`server 127.0.0.1:${port};`);
  }
  expect(caddy).toContain('flush_interval -1');
  expect(nginx).toContain('proxy_http_version 1.1;');
  expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
});
