import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { listenProblem, readEnvironment } from './environment.ts';

const proxies = (TRUSTED_PROXIES: string) => readEnvironment({ TRUSTED_PROXIES });

it('reads which proxies are trusted', () => {
  expect(proxies('127.0.0.1, 10.0.0.0/8,::1,fd00::/8')).toMatchObject({
    ok: true,
    environment: { TRUSTED_PROXIES: ['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'] },
  });
  expect(proxies('')).toMatchObject({ ok: true });
});

it.each(['yes', '1', '10.0.0.0/33', '10.0.0.0/8/8', '::1/129', '127.0.0.1,', '10.0.0.0/'])(
  'refuses %j as a list of proxies',
  (list) => {
    expect(proxies(list)).toEqual({
      ok: false,
      problem: `TRUSTED_PROXIES=${list} is not a list of addresses such as 127.0.0.1, 10.0.0.0/8`,
    });
  },
);

it('says which port is in use, and which setting names it', async () => {
  const listen = (port: number) =>
    new Promise<number>((resolve, reject) => {
      const server = createServer().unref().once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' ? (address?.port ?? 0) : 0);
      });
    });
  const port = await listen(0);
  const read = readEnvironment({ ADMIN_PORT: String(port) });
  if (!read.ok) throw new Error(read.problem);
  const error = await listen(port).catch((reason: unknown) => reason);
  expect(listenProblem(error, 'ADMIN_PORT', read.environment)).toBe(
    `Port ${port} (ADMIN_PORT) is in use.`,
  );
  expect(listenProblem(new Error('no'), 'SITE_PORT', read.environment)).toBe(
    'Port 4000 (SITE_PORT) cannot be used: no',
  );
});

const artifacts = (ARTIFACTS_URL: string) => readEnvironment({ ARTIFACTS_URL });

it.each([
  's3://artifacts?endpoint=https://s3.example',
  's3://my.bucket/of/house?endpoint=http://127.0.0.1:9000&region=eu-central-1',
])('reads where artifacts are kept: %s', (url) => {
  expect(artifacts(url)).toMatchObject({ ok: true, environment: { ARTIFACTS_URL: url } });
});

it.each(['s3://artifacts', 'https://s3.example/artifacts', 's3://a?endpoint=s3.example'])(
  'refuses %s as a place for artifacts',
  (url) => {
    expect(artifacts(url)).toMatchObject({
      ok: false,
      problem: expect.stringContaining(`ARTIFACTS_URL=${url} is not an address such as`),
    });
  },
);

it('reads the rule about builds that fail', () => {
  expect(readEnvironment({})).toMatchObject({
    environment: {
      HEALTH_RULE: 'act',
      HEALTH_PER_NETWORK: 5,
      HEALTH_MARGIN: 5,
      HEALTH_SAMPLE: 100,
    },
  });
  expect(readEnvironment({ HEALTH_PER_NETWORK: 'off', HEALTH_MARGIN: '2.5' })).toMatchObject({
    environment: { HEALTH_PER_NETWORK: 'off', HEALTH_MARGIN: 2.5 },
  });
});

it.each([
  [{ HEALTH_RULE: 'yes' }, 'HEALTH_RULE=yes must be one of: act, alert, off'],
  [{ HEALTH_PER_NETWORK: '0' }, 'HEALTH_PER_NETWORK=0 is not a number of 1 or more, or off'],
  [{ HEALTH_SAMPLE: '101' }, 'HEALTH_SAMPLE=101 is more than 100 percent'],
  [{ HEALTH_MARGIN: '0' }, 'HEALTH_MARGIN=0 is not more than 0 percent'],
])('refuses %j', (variables, problem) => {
  expect(readEnvironment(variables)).toEqual({ ok: false, problem });
});

it('says what is wrong with a webhook without saying its address or secret', () => {
  expect(readEnvironment({ RELEASE_WEBHOOK_URL: 'http://hooks.example/key' })).toEqual({
    ok: false,
    problem: 'RELEASE_WEBHOOK_URL must be https, or on this machine',
  });
  expect(readEnvironment({ RELEASE_WEBHOOK_SECRET: 'short' })).toEqual({
    ok: false,
    problem: 'RELEASE_WEBHOOK_SECRET is shorter than 16 letters',
  });
});
