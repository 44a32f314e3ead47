import { readFileSync } from 'node:fs';
import { identityProblem } from '@tallystick/backend/src/settings/identity-problem.ts';
import {
  ledgerSettingNames,
  readLedgerEnvironment,
} from '@tallystick/backend/src/settings/ledger-environment.ts';
import { ledgerSettings } from '@tallystick/ledger-site/settings';
import { settingNames } from '@tallystick/settings/environment';
import { expect } from 'vitest';
import { identitySettings } from '../identity/settings.ts';
import { inProject } from '../project.ts';

export const deployFile = (path: string) => readFileSync(inProject('deploy', path), 'utf8');
/** What the prebuilt tree can serve. */
export const servers = ['site', 'admin', 'ledger'];
/** Read by Node and by the platform, not by our settings. */
const others = ['NODE_ENV', 'SERVERS', 'NODE_OPTIONS'];

/** Names of all settings: of the platform, the ledger service, its site and the identity emulator. */
export const allSettingNames: readonly string[] = [
  ...settingNames,
  ...ledgerSettingNames,
  ...Object.keys(ledgerSettings),
  ...Object.keys(identitySettings),
];

/** Fails unless servers take these variables as they are. */
export function expectSettings(variables: Record<string, string>): void {
  const ours = Object.entries(variables).filter(([name]) => !others.includes(name));
  expect(ours.map(([name]) => name).filter((name) => !allSettingNames.includes(name))).toEqual([]);
  const read = readLedgerEnvironment(Object.fromEntries(ours));
  expect(read).toMatchObject({ ok: true });
  expect(read.ok && identityProblem(read.value)).toBe(undefined);
}

/** Fails unless the words are a command of the prebuilt tree. */
export function expectCommand([command = '', ...words]: readonly string[]): void {
  expect(['serve', 'ready']).toContain(command);
  expect(words.length).toBeGreaterThan(0);
  expect(servers).toEqual(expect.arrayContaining(words));
}
