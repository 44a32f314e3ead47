import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { defaultChannel } from '@tallystick/contract/release';
import { type Result, refused } from '@tallystick/contract/result';
import * as v from 'valibot';
import {
  amount,
  anyPort,
  matching,
  numeric,
  oneOf,
  origin,
  percent,
  port,
  postgres,
  safeAddress,
  socketPath,
  word,
} from './kinds.ts';
import { readSettings } from './read-settings.ts';
import { channelName, siteList } from './sites.ts';

const network = (text: string) => {
  const [address = '', bits, ...rest] = text.split('/');
  const maxBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (rest.length > 0 || maxBits < 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits);
};
const networks = v.pipe(
  v.string(),
  v.transform((list) => list.split(',').map((text) => text.trim())),
  v.check(
    (list) => list.every(network),
    'is not a list of addresses such as 127.0.0.1, 10.0.0.0/8',
  ),
);
const publicKeys = v.pipe(
  v.optional(v.string(), ''),
  v.transform((list) => list.split(',').flatMap((text) => (text.trim() === '' ? [] : text.trim()))),
  v.check(
    (list) => list.every((key) => /^[A-Za-z0-9+/]{43}=$/.test(key)),
    'is not a list of Ed25519 public keys, 32 bytes in base64 each',
  ),
);
const entries = {
  /** The address that servers listen on: `0.0.0.0` or `::` for all of the machine's. */
  HOST: v.optional(
    v.pipe(v.string(), v.ip('is not an address such as 0.0.0.0 or ::')),
    '127.0.0.1',
  ),
  /** Unix sockets that servers listen on in place of their ports. */
  SITE_SOCKET: socketPath,
  ADMIN_SOCKET: socketPath,
  /** What servers log: every request (`info`), or only what went wrong. */
  LOG_LEVEL: oneOf(['info', 'warn', 'error'], 'info'),
  /** Seconds for which a server that is to stop serves on while its `/ready` says no. */
  STOP_DELAY: numeric('0', /^\d{1,3}$/, 'is not a number of seconds'),
  /** Site server. */
  SITE_PORT: port('4000'),
  /** Console and admin API of the release plane. */
  ADMIN_PORT: port('4300'),
  /** What a site server's process measures; absent: nowhere. */
  SITE_METRICS_PORT: v.optional(anyPort),
  /** The address at which metrics are served; absent: to this machine alone. */
  METRICS_HOST: v.optional(v.pipe(v.string(), v.ip('is not an address such as 10.0.0.5'))),
  /** Where servers send spans, by OTLP over HTTP; absent: nowhere, and nothing of traces is loaded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(
    matching(/^https?:\/\/\S+$/, 'is not an address such as http://localhost:4318'),
  ),
  /** The share of traces that is recorded, between 0 and 1. */
  OTEL_TRACES_SAMPLER_ARG: numeric(
    '1',
    /^(0(\.\d{1,6})?|1(\.0*)?)$/,
    'is not a number between 0 and 1',
  ),
  /** Everything that is kept lives below this folder. */
  DATA_DIR: word('.data'),
  /** A PostgreSQL server's database; absent: that of DATA_DIR's own server. */
  DATABASE_URL: v.optional(postgres),
  /** Where artifacts are kept: a bucket of an S3-compatible store; absent: DATA_DIR. */
  ARTIFACTS_URL: v.optional(
    matching(
      /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w./-]*)?\?endpoint=https?:\/\/[^/?#&]+(&region=[a-z0-9-]+)?$/,
      'is not an address such as s3://bucket/folder?endpoint=https://s3.example&region=eu-1',
    ),
  ),
  /** The private key that signs releases, Ed25519 in PEM; absent: DATA_DIR/release-signing.key. */
  RELEASE_KEY_FILE: v.optional(v.string()),
  /** `reset`: forget, at this start, how late it was by the clock of the stores. */
  STORE_CLOCK: oneOf(['keep', 'reset'], 'keep'),
  /** `on`: sign all releases anew at this start, with this process's key. */
  RELEASE_RESIGN: oneOf(['on', 'off'], 'off'),
  /** Public keys that pages believe beside this registry's own, such as the next one. */
  RELEASE_PUBLIC_KEYS: publicKeys,
  /** Credentials of that store. */
  AWS_ACCESS_KEY_ID: v.optional(v.string()),
  AWS_SECRET_ACCESS_KEY: v.optional(v.string()),
  AWS_SESSION_TOKEN: v.optional(v.string()),
  /** What the site is called; absent: as its definition says. */
  PRODUCT_NAME: v.optional(v.string()),
  /** The file with the site's definition; absent: `site.config.ts` of the folder that a server is started in. */
  SITE_CONFIG: v.optional(v.string()),
  /** Whether browsers keep the site for when it does not answer; `off` takes what they keep back. */
  KEEPER: oneOf(['on', 'off'], 'on'),
  /** Whether the site server renders pages; `off`: browsers draw all of them. */
  SERVER_RENDERING: oneOf(['on', 'off'], 'on'),
  /** Proxies whose X-Forwarded-For is believed, addresses or networks; absent: none. */
  TRUSTED_PROXIES: v.optional(networks),
  /** What the registry does about a build that fails: hold or roll back (`act`), only say so, nothing. */
  HEALTH_RULE: oneOf(['act', 'alert', 'off'], 'act'),
  /** How far back it looks, in minutes. */
  HEALTH_WINDOW: amount('10'),
  /** Browsers that must have had a build before it is judged, and in how many, and of how many networks, it failed. */
  HEALTH_BROWSERS: amount('10'),
  HEALTH_FAILED: amount('5'),
  /** Networks in which a live build must have failed before it is rolled back by itself. */
  HEALTH_NETWORKS: amount('10'),
  /** How much more often than what it is compared with it must fail, in percent of browsers. */
  HEALTH_MARGIN: percent('5'),
  /** Browsers of one network that count for one build; `off`: all, and one network is enough. */
  HEALTH_PER_NETWORK: v.optional(
    v.union([v.literal('off'), amount('5')], 'is not a number of 1 or more, or off'),
    '5',
  ),
  /** Percent of browsers whose loads are counted; failures always are. */
  HEALTH_SAMPLE: percent('100'),
  /** Hours after which a live build is not rolled back by itself any more. */
  HEALTH_TRIAL: amount('24'),
  /** Whether open tabs leave a build at once that was rolled back by itself, or at their next navigation. */
  HEALTH_TAKES_BACK: oneOf(['recall', 'rollback'], 'recall'),
  /** Where the registry tells what it did about a build, or may not do; absent: on the board alone. */
  RELEASE_WEBHOOK_URL: v.optional(safeAddress('https://hooks.example/releases')),
  /** Secret by which what is sent there is signed; absent: it is not. */
  RELEASE_WEBHOOK_SECRET: v.optional(
    v.pipe(v.string(), v.minLength(16, 'is shorter than 16 letters')),
  ),
  /** Requests a minute that one client may make of a server. */
  LIMIT_PER_ADDRESS: amount('6000'),
  /** Seconds of a store's time that one client may use a minute. */
  LIMIT_STORE_SECONDS: amount('30'),
  /** Where browsers reach the site; default: http://localhost:SITE_PORT. */
  SITE_URL: v.optional(origin),
  /** Which channel of the registry the site server serves, at SITE_URL. */
  CHANNEL: v.optional(channelName, defaultChannel),
  /** Where browsers reach the sites of other channels, as `staging=https://staging.example, …`. */
  SITE_URLS: siteList,
  /** Where browsers reach the console; absent: at ADMIN_PORT of this machine alone. */
  ADMIN_URL: v.optional(origin),
};

/** Names of the platform's settings. */
export const settingNames: readonly string[] = Object.keys(entries);

export type Environment = Readonly<
  v.InferOutput<v.ObjectSchema<typeof entries, undefined>> & { SITE_URL: string }
>;

/**
 * Reads the settings that the platform's servers and commands share: the one place that knows their names, defaults and
 * limits. An empty variable counts as absent. `problem` is one line for a person.
 */
export function readEnvironment(
  variables: Record<string, string | undefined>,
): Result<Environment> {
  const read = readSettings(entries, variables);
  if (!read.ok) return read;
  const { value: values } = read;
  const { CHANNEL, SITE_URLS, SITE_URL = `http://localhost:${values.SITE_PORT}` } = values;
  const said = SITE_URLS.get(CHANNEL);
  if (said !== undefined && said !== SITE_URL) {
    return refused(
      `SITE_URLS says ${CHANNEL}=${said}, but CHANNEL=${CHANNEL} is served at SITE_URL=${SITE_URL}`,
    );
  }
  const others = [...SITE_URLS].find(([channel, url]) => channel !== CHANNEL && url === SITE_URL);
  if (others !== undefined) {
    return refused(`SITE_URLS says ${others.join('=')}, but there CHANNEL=${CHANNEL} is served`);
  }
  return { ok: true, value: { ...values, DATA_DIR: resolve(values.DATA_DIR), SITE_URL } };
}
