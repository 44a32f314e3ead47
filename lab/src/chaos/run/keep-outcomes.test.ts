import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inProject } from '@tallystick/tools/src/project.ts';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { frontNames } from '../attacks/front/front-text.ts';
import { attackDocument } from '../attacks/run/attack-table.ts';
import { attackOutcomeSchema } from '../attacks/run/judge-attack.ts';
import { faultDocument } from './fault-document.ts';
import { keepOutcomes } from './keep-outcomes.ts';
import { outcomeSchema } from './outcome.ts';

const schema = v.object({ name: v.string(), saw: v.string() });

it('keeps what was found of those that were not tried now, and nothing of what is gone', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'tallystick-outcomes-'));
  const file = join(folder.path, 'outcomes.json');
  const [late, gone] = ['late', 'gone'].map((name) => ({ name, saw: 'before' }));
  await writeFile(file, JSON.stringify([gone, late]));
  const missing = { name: 'missing', saw: 'now' };
  const names = ['missing', 'late', 'untried'];
  expect(await keepOutcomes(file, schema, names, [missing])).toEqual([missing, late]);
  expect(await keepOutcomes(file, schema, names, [])).toEqual([missing, late]);
});

/** What is committed of earlier runs. */
async function committed<Kept>(
  file: string,
  itemSchema: v.GenericSchema<unknown, Kept>,
  atLeast = 30,
) {
  const fileSchema = v.pipe(v.string(), v.parseJson(), v.array(itemSchema));
  const kept = v.parse(fileSchema, await readFile(inProject(file), 'utf8'));
  expect(kept.length).toBeGreaterThan(atLeast);
  return kept;
}

it('docs/chaos.md says what is kept', async () => {
  const kept = await committed('lab/src/chaos/run/fault-outcomes.json', outcomeSchema);
  expect(await readFile(inProject('docs/chaos.md'), 'utf8')).toBe(faultDocument(kept));
});

it('docs/attacks.md says what is kept', async () => {
  const file = (front = '') => `lab/src/chaos/attacks/run/attack-outcomes${front}.json`;
  const alone = await committed(file(), attackOutcomeSchema);
  const fronts = await Promise.all(
    frontNames.map(async (name) => {
      const outcomes = await committed(file(`-${name}`), attackOutcomeSchema, -1);
      return { name, outcomes };
    }),
  );
  const document = attackDocument(alone, fronts);
  expect(await readFile(inProject('docs/attacks.md'), 'utf8')).toBe(document);
});
