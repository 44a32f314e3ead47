import { type Result, refused } from '@tallystick/contract/result';
import { type Environment, readEnvironment } from '@tallystick/settings/environment';
import type { ServerSettings } from '@tallystick/settings/listen-at';
import { readSettings } from '@tallystick/settings/read-settings';
import type * as v from 'valibot';
import { commonSettings, ledgerUrl } from './common-settings.ts';
import { identitySettings } from './identity-settings.ts';
import { serviceSettings } from './service-settings.ts';

const entries = { ...commonSettings, ...serviceSettings, ...identitySettings };

/** What the ledger is called where no setting says so. */
const usualName = 'Tallystick';

type OwnSettings = v.InferOutput<v.ObjectSchema<typeof entries, undefined>>;
/** The platform's settings and those of the ledger service. */
export type LedgerEnvironment = Readonly<
  Environment & OwnSettings & Record<'LEDGER_URL' | 'PRODUCT_NAME', string>
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
    value: {
      ...platform.value,
      ...values,
      LEDGER_URL: ledgerUrl(values),
      PRODUCT_NAME: platform.value.PRODUCT_NAME ?? usualName,
    },
  };
}
