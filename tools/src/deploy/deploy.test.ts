import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { inProject } from '../project.ts';
import { deployFile, expectCommand, expectSettings, servers } from './deployed.testing.ts';

const systemdAnalyze = '/usr/bin/systemd-analyze';
const nginx = '/usr/sbin/nginx';
const varnishd = '/usr/sbin/varnishd';
const lines = (text: string) =>
  Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]));

it('the container runs a command that is there, and not as root', () => {
  const text = deployFile('Containerfile');
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
  const { services } = v.parse(composeSchema, parse(deployFile('compose.yaml'), { merge: true }));
  const ours = Object.values(services).filter(({ image }) => image === 'tallystick');
  expect(ours.flatMap(({ command = [] }) => command.slice(1))).toEqual(servers);
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

describe('the systemd unit', () => {
  const unit = deployFile('systemd/tallystick@.service');

  it('serves what its instances name, with settings that they take', () => {
    expect(unit).toMatch(/^ExecStart=\S+node tallystick\.js serve \$SERVERS$/m);
    for (const instance of ['site', 'admin', 'ledger']) {
      const { SERVERS = '', ...more } = lines(deployFile(`systemd/${instance}.env`));
      expectCommand(['serve', ...SERVERS.split(' ')]);
      expectSettings({ ...lines(deployFile('systemd/settings.env')), ...more });
      expectSettings(more, SERVERS.split(' '));
    }
  });

  it('has the folder in which sockets are, as the proxy and the documentation name them', () => {
    const [, name = ''] = /^RuntimeDirectory=(.*)$/m.exec(unit) ?? [];
    const socket = `/run/${name.replace('%i', 'site')}/site.sock`;
    expect(deployFile('nginx.conf')).toContain(`server unix:${socket};`);
    expect(readFileSync(inProject('docs/operations.md'), 'utf8')).toContain(
      `SITE_SOCKET=${socket}`,
    );
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
  const caddy = deployFile('Caddyfile');
  const nginx = deployFile('nginx.conf');
  for (const port of [4000, 4100, 4300]) {
    expect(caddy).toContain(`127.0.0.1:${port}`);
    expect(nginx).toContain(`server 127.0.0.1:${port};`);
  }
  expect(caddy).toContain('flush_interval -1');
  expect(nginx).toContain('proxy_http_version 1.1;');
  // After what a site server says, which asks for its visitors: servers believe no more than the proxies that they name.
  expect(nginx).toContain('proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;');
});

it.runIf(existsSync(nginx))('nginx takes its file where nothing has been made ready for it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-nginx-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const at = (path: string) => join(folder, path);
  // What every system has of it.
  mkdirSync(at('var/cache'), { recursive: true });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const files = ['-keyout', at('ledger.example.key'), '-out', at('ledger.example.pem')];
  execFileSync('openssl', ['req', '-x509', ...key, ...files, '-subj', '/CN=ledger.example'], {
    stdio: 'pipe',
  });
  const text = deployFile('nginx.conf')
    .replaceAll('/etc/ssl/', `${folder}/`)
    .replaceAll(/^(proxy_cache_path) \//gm, `$1 ${folder}/`)
    // An ordinary user may not listen at the real ones.
    .replaceAll(/listen (80|443)\b/g, 'listen 127.0.0.1:18$1');
  expect(text).toContain(`proxy_cache_path ${folder}/`);
  writeFileSync(at('site.conf'), text);
  const own = ['body', 'proxy', 'fastcgi', 'scgi', 'uwsgi'].map((name) => {
    const setting = name === 'body' ? 'client_body_temp_path' : `${name}_temp_path`;
    return `${setting} ${at(`temporary-${name}`)};`;
  });
  writeFileSync(
    at('nginx.conf'),
    `pid ${at('pid')}; error_log stderr; events {}
    http { access_log off; ${own.join(' ')} include ${at('site.conf')}; }`,
  );
  const { status, stderr } = spawnSync(nginx, ['-t', '-e', 'stderr', '-c', at('nginx.conf')], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, expect.stringContaining('test is successful')]);
});

it('the proxies wait longer for the admin API than the release command, which waits 300 s', () => {
  for (const [file, limit] of [
    ['haproxy.cfg', /^backend console\n +timeout server (\d+)s$/m],
    [
      'nginx.conf',
      /^ +proxy_pass http:\/\/tallystick_console;[^}]*^ +proxy_read_timeout (\d+)s;$/m,
    ],
    ['kubernetes/ingress.yaml', /proxy-read-timeout: "(\d+)"$/m],
  ] as const) {
    expect(Number(limit.exec(deployFile(file))?.[1]), file).toBeGreaterThan(300);
  }
});

it.runIf(existsSync(varnishd))('Varnish takes its file, which leads to the ledger service', () => {
  expect(deployFile('varnish.vcl')).toContain('.port = "4100"');
  // Without its jail it writes where this test may.
  const words = ['-C', '-j', 'none', '-f', inProject('deploy/varnish.vcl')];
  execFileSync(varnishd, words, { stdio: 'pipe' });
});
