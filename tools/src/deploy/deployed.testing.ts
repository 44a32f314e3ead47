import { readFileSync } from 'node:fs';
import { identityProblem } from '@tallystick/backend/src/settings/identity-problem.ts';
import { installationSettings } from '@tallystick/backend/src/settings/installation.ts';
import { readLedgerEnvironment } from '@tallystick/backend/src/settings/ledger-environment.ts';
import { describeSettings, everyServer } from '@tallystick/settings/setting';
import { expect } from 'vitest';
import { inProject } from '../project.ts';

export const deployFile = (path: string) => readFileSync(inProject('deploy', path), 'utf8');
/** What the prebuilt tree can serve. */
export const servers = ['site', 'admin', 'ledger'];
/** Read by Node and by the platform, not by our settings. */
const others = ['NODE_ENV', 'SERVERS', 'NODE_OPTIONS'];

const declared = Object.values(installationSettings).flatMap(describeSettings);
/** Names of settings that open something. */
export const secrets = declared.filter(({ secret }) => secret).map(({ name }) => name);

/** Fails unless these servers take the variables as they are, and each is read by one of them. */
export function expectSettings(variables: Record<string, string>, by = servers): void {
  const ours = Object.entries(variables).filter(([name]) => !others.includes(name));
  const read = declared.filter(({ readBy }) =>
    readBy.some((reader) => [everyServer, ...by].includes(reader)),
  );
  const names = read.map(({ name }) => name);
  expect(ours.map(([name]) => name).filter((name) => !names.includes(name))).toEqual([]);
  const values = readLedgerEnvironment(Object.fromEntries(ours));
  expect(values).toMatchObject({ ok: true });
  expect(values.ok && identityProblem(values.value)).toBe(undefined);
}

/** Fails unless the words are a command of the prebuilt tree. */
export function expectCommand([command = '', ...words]: readonly string[]): void {
  expect(['serve', 'ready']).toContain(command);
  expect(words.length).toBeGreaterThan(0);
  expect(servers).toEqual(expect.arrayContaining(words));
}
