import { type Result, refused } from '@tallystick/contract/result';
import { type Environment, readEnvironment } from '@tallystick/settings/environment';
import { amount, anyPort, oneOf, postgres, socketPath, word } from '@tallystick/settings/kinds';
import type { ServerSettings } from '@tallystick/settings/listen-at';
import { readSettings } from '@tallystick/settings/read-settings';
import * as v from 'valibot';
import { commonSettings, ledgerUrl } from './common-settings.ts';

const mailBudget = v.pipe(
  v.optional(v.string(), '60/600/3000'),
  v.regex(
    /^[1-9]\d{0,4}(\/[1-9]\d{0,4}){2}$/,
    'is not mails a minute, an hour and a day, such as 60/600/3000',
  ),
  v.transform((text) => {
    const [minute = 0, hour = 0, day = 0] = text.split('/').map(Number);
    return { minute, hour, day };
  }),
);
/** How many sign-in mails are sent at most, to whomever. */
export type MailBudget = v.InferOutput<typeof mailBudget>;

const entries = {
  ...commonSettings,
  /** Unix socket that the ledger service listens on in place of its port. */
  BACKEND_SOCKET: socketPath,
  /** What the ledger service measures; absent: nowhere. */
  METRICS_PORT: v.optional(anyPort),
  /** A streaming replica of DATABASE_URL, from which the ledger service reads lists; absent: none. */
  DATABASE_READ_URL: v.optional(postgres),
  /** `on`: an empty store gets a sample ledger and a slow live feed. */
  DEMO: oneOf(['on', 'off'], 'on'),
  PRODUCT_NAME: word('Tallystick'),
  /** Sign-in mails a minute, an hour and a day, of all people together. */
  MAIL_BUDGET: mailBudget,
  /** Requests a minute that all clients with one credential may make of it together. */
  LIMIT_PER_CREDENTIAL: amount('600000'),
};

/** Names of the settings of the ledger service, beside the platform's. */
export const ledgerSettingNames: readonly string[] = Object.keys(entries);

type OwnSettings = v.InferOutput<v.ObjectSchema<typeof entries, undefined>>;
/** The platform's settings and those of the ledger service. */
export type LedgerEnvironment = Readonly<
  Omit<Environment, 'PRODUCT_NAME'> & OwnSettings & { LEDGER_URL: string }
>;
export type LedgerEnvironmentResult = Result<LedgerEnvironment>;

/** The ledger service, as a server that listens. */
export function ledgerServer({
  BACKEND_PORT,
  BACKEND_SOCKET,
}: Pick<LedgerEnvironment, 'BACKEND_PORT' | 'BACKEND_SOCKET'>): ServerSettings {
  return { name: 'BACKEND', port: BACKEND_PORT, socket: BACKEND_SOCKET };
}

/** Reads the settings that the ledger service and its commands need. `problem` is one line for a person. */
export function readLedgerEnvironment(
  variables: Readonly<Record<string, string | undefined>>,
): LedgerEnvironmentResult {
  const platform = readEnvironment(variables);
  if (!platform.ok) return platform;
  const own = readSettings(entries, variables);
  if (!own.ok) return own;
  const { value: values } = own;
  if (values.DATABASE_READ_URL !== undefined && platform.value.DATABASE_URL === undefined) {
    return refused('DATABASE_READ_URL needs a DATABASE_URL, of which it is a replica.');
  }
  return {
    ok: true,
    value: { ...platform.value, ...values, LEDGER_URL: ledgerUrl(values) },
  };
}
