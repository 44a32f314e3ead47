import { openChildren } from '@tallystick/start/process/children';
import { expect, it } from 'vitest';
import { inProject } from '../project.ts';
import { commandRunner } from '../test/command.ts';
import type { Results } from './results.ts';
import { runProofs } from './run-proofs.ts';

const proof = (name: string, command: string) => ({
  name,
  shows: `that ${name} does`,
  command,
  days: 30,
  minutes: 1,
});
const [good, bad, late] = [
  proof('good', 'true'),
  proof('bad', 'exit 3'),
  proof('late', 'test 1 = 1'),
];
const passed = { commit: 'aaaaaaaa', at: '2026-11-01T10:00:00.000Z', seconds: 5 };

/** Runs proofs as commands on code `bbbbbbbb`, which `aaaaaaaa` was too, if `same`. */
async function run(before: Results, same = false) {
  const said: string[] = [];
  const results = await runProofs([good, bad, late], before, {
    commit: 'bbbbbbbb',
    isSameCode: (commit) => same && commit === 'aaaaaaaa',
    run: commandRunner(openChildren(inProject('test-results/logs'))),
    save: () => {},
    say: (line) => said.push(line),
    now: () => Date.parse('2026-11-29T12:00:00Z'),
  });
  return { results, said: said.join('\n') };
}

const onNew = { commit: 'bbbbbbbb', at: '2026-11-29T12:00:00.000Z', seconds: 0 };

it('keeps of each proof what ran last on which code, and when it last passed', async () => {
  const { results, said } = await run({ bad: { passed, failed: null } });
  expect(results).toEqual({
    good: { passed: onNew, failed: null },
    bad: { passed, failed: onNew },
    late: { passed: onNew, failed: null },
  });
  expect(said).toContain('bad (2 of 3): FAILED (exit code 3)');
});

it('goes on where it was ended, and runs again what failed', async () => {
  const saved: Results[] = [];
  let commands = 0;
  await expect(
    runProofs(
      [good, bad, late],
      {},
      {
        commit: 'aaaaaaaa',
        isSameCode: () => false,
        run: async () => {
          commands += 1;
          if (commands === 3) throw new Error('ended from outside');
          return commands === 2 ? 1 : 0;
        },
        save: (kept) => saved.push(kept),
        say: () => {},
        now: () => Date.parse(passed.at),
      },
    ),
  ).rejects.toThrow('ended from outside');
  const { results, said } = await run(saved.at(-1) ?? {}, true);
  expect(said).toContain('good (1 of 3): has passed on this code');
  expect(results.good?.passed?.commit).toBe('aaaaaaaa');
  expect(results.bad?.failed).toEqual(onNew);
  expect(results.late?.passed).toEqual(onNew);
});
