import {
  type LedgerEnvironmentResult,
  readLedgerEnvironment,
} from '@tallystick/backend/src/settings/ledger-environment.ts';
import { ledgerSettings } from '@tallystick/ledger-site/settings';
import { readSettings } from '@tallystick/settings/read-settings';

/** Reads the settings of all servers of a start, so that a wrong one is said before any of them is started. */
export function readStartSettings(
  variables: Readonly<Record<string, string | undefined>>,
): LedgerEnvironmentResult {
  const others = readSettings(ledgerSettings, variables);
  return others.ok ? readLedgerEnvironment(variables) : others;
}
