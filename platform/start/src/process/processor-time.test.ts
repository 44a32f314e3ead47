import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { endedChildrenTime, processorTime, processorTimeByPs } from './processor-time.ts';

const hasPs = spawnSync('ps', ['-p', String(process.pid)]).status === 0;

const ways: [string, typeof processorTime][] = [['as the system says it', processorTime]];
// Small containers have none.
if (hasPs) ways.push(['by ps', processorTimeByPs]);

it.each(ways)(
  'says what a process has used, %s, and nothing of one that is gone',
  async (_, timeOf) => {
    const busy = spawn(process.execPath, ['-e', 'for (;;);']);
    const { pid = 0 } = busy;
    await expect.poll(() => timeOf(pid), { timeout: 60_000 }).toBeGreaterThanOrEqual(1_000);
    busy.kill('SIGKILL');
    await once(busy, 'exit');
    expect(timeOf(pid)).toBeNull();
  },
);

it.runIf(process.platform === 'linux')('says what ended children have used', () => {
  const before = endedChildrenTime() ?? Number.NaN;
  const until = 'while (process.cpuUsage().user < 300_000);';
  spawnSync(process.execPath, ['-e', until]);
  expect((endedChildrenTime() ?? Number.NaN) - before).toBeGreaterThanOrEqual(250);
});
