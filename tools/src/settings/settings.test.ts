import { readFileSync } from 'node:fs';
import { mistypedSettings } from '@tallystick/settings/mistyped';
import { describeSettings } from '@tallystick/settings/setting';
import { expect, it } from 'vitest';
import { readSources } from '../layering/source-files.ts';
import { inProject, root } from '../project.ts';
import { allSettings } from './all-settings.ts';
import { settingsDocument } from './settings-document.ts';

const entries = Object.values(allSettings);
const names = entries.flatMap((about) => Object.keys(about));
const described = entries.flatMap(describeSettings);

it('docs/settings.md says what the tables declare', async () => {
  await expect(settingsDocument(allSettings)).toMatchFileSnapshot(inProject('docs/settings.md'));
});

it('each is declared once, with what it does', () => {
  expect(names).toEqual([...new Set(names)]);
  expect(described.map(({ name }) => name)).toEqual(names);
});

it('each is read by servers and commands that are there', () => {
  const { scripts } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
  const servers = ['site', 'admin', 'ledger', 'identity'];
  const known = ['every server', 'store commands', ...servers, ...Object.keys(scripts)];
  expect(described.flatMap(({ readBy }) => readBy).filter((one) => !known.includes(one))).toEqual(
    [],
  );
  expect(described.filter(({ readBy }) => readBy.length === 0)).toEqual([]);
});

it('none is taken for a slip by a program that knows others alone', () => {
  const all = Object.fromEntries(names.map((name) => [name, '1']));
  for (const about of entries) expect(mistypedSettings(all, Object.keys(about))).toEqual([]);
});

it('none that deployments and documentation name is taken for a slip, but for an example of one', () => {
  const named = readSources(root)
    .filter(({ path }) => /^(deploy|docs)\//.test(path))
    .flatMap(({ text }) => [...text.matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g)].flat());
  expect(named).toEqual(
    expect.arrayContaining(['POSTGRES_PASSWORD', 'OTEL_EXPORTER_OTLP_HEADERS', 'NODE_OPTIONS']),
  );
  const all = Object.fromEntries(named.map((name) => [name, '1']));
  expect(mistypedSettings(all, names)).toEqual([{ name: 'STOP_DELY', meant: 'STOP_DELAY' }]);
});

it('what runs before anything is installed keeps its logs in the same folder', () => {
  const folder = described.find(({ name }) => name === 'DATA_DIR')?.fallback;
  expect(readFileSync(inProject('tools/run.mjs'), 'utf8')).toContain(
    `process.env.DATA_DIR || '${folder}'`,
  );
});
