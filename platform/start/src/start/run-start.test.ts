import { expect, it, vi } from 'vitest';
import { runStart } from './run-start.ts';

it('does not start for a channel that it makes nothing live in', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  const nothing = { root: '', packages: [], inputs: [] };
  const code = await runStart({
    ...{ channel: 'staging', services: [], ports: [], ready: [], release: ['none'] },
    builds: nothing,
    dataFolder: '/nowhere',
  });
  expect(code).toBe(1);
  expect(said.mock.calls.flat().join('\n')).toContain(
    'CHANNEL=staging is for "serve site": a start releases into production.',
  );
});
