import { expect, it } from 'vitest';
import { readEnvironment } from './environment.ts';

const proxies = (TRUSTED_PROXIES: string) => readEnvironment({ TRUSTED_PROXIES });

it('reads which proxies are trusted', () => {
  expect(proxies('127.0.0.1, 10.0.0.0/8,::1,fd00::/8')).toMatchObject({
    ok: true,
    value: { TRUSTED_PROXIES: ['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'] },
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

it.each([
  [{ HOST: 'my-machine' }, 'HOST=my-machine is not an address such as 0.0.0.0 or ::'],
  [{ STOP_DELAY: '-1' }, 'STOP_DELAY=-1 is not a number of seconds'],
  [
    { SITE_SOCKET: 'site.sock' },
    'SITE_SOCKET=site.sock is not an absolute path of at most 100 letters',
  ],
])('refuses %j', (variables, problem) => {
  expect(readEnvironment(variables)).toEqual({ ok: false, problem });
});

const artifacts = (ARTIFACTS_URL: string) => readEnvironment({ ARTIFACTS_URL });

it.each([
  's3://artifacts?endpoint=https://s3.example',
  's3://my.bucket/of/house?endpoint=http://127.0.0.1:9000&region=eu-central-1',
])('reads where artifacts are kept: %s', (url) => {
  expect(artifacts(url)).toMatchObject({ ok: true, value: { ARTIFACTS_URL: url } });
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
    value: {
      HEALTH_RULE: 'act',
      HEALTH_PER_NETWORK: 5,
      HEALTH_MARGIN: 2,
      HEALTH_SAMPLE: 100,
    },
  });
  expect(readEnvironment({ HEALTH_PER_NETWORK: 'off', HEALTH_MARGIN: '2.5' })).toMatchObject({
    value: { HEALTH_PER_NETWORK: 'off', HEALTH_MARGIN: 2.5 },
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
  for (const url of ['http://hooks.example/key', 'http://localhost:key@hooks.example/']) {
    expect(readEnvironment({ RELEASE_WEBHOOK_URL: url })).toEqual({
      ok: false,
      problem: 'RELEASE_WEBHOOK_URL must be https, or on this machine',
    });
  }
  expect(readEnvironment({ RELEASE_WEBHOOK_URL: 'http://localhost:9/key' }).ok).toBe(true);
  expect(readEnvironment({ RELEASE_WEBHOOK_URL: 'key' })).toEqual({
    ok: false,
    problem: expect.stringMatching(/^RELEASE_WEBHOOK_URL is not an address such as /),
  });
  expect(readEnvironment({ RELEASE_WEBHOOK_SECRET: 'short' })).toEqual({
    ok: false,
    problem: 'RELEASE_WEBHOOK_SECRET is shorter than 16 letters',
  });
});
