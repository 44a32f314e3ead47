import { routes } from '@tallystick/registry/contract/routes';
import { counted, size } from '../command/figures.ts';
import { table } from '../command/table.ts';
import type { Given, Verb } from '../command/verb.ts';
import { fail, type Outcome, orFail } from '../outcome.ts';

export const gc: Verb = {
  name: 'gc',
  summary: 'delete builds that nothing can reach any more',
  about: `Kept is what is live or a canary in any channel, what a rollback may go back to, what a tab
reported lately, and what was published lately. Drafts that are too old or were refused go too,
as they do by themselves. Look with --dry-run first; a terminal asks.`,
  options: { 'dry-run': { about: 'say what would be deleted, and delete nothing' } },
  examples: [['gc --dry-run', '']],
  run,
};

async function run(given: Given): Promise<Outcome> {
  if (given.flag('dry-run')) return await collect(given, true);
  if (given.io.ask !== null && !given.json) {
    given.io.note((await collect(given, true)).text);
    const said = await given.io.ask('Delete them? (yes or no) ');
    if (!/^y(es)?$/i.test(said.trim())) fail('invalid', 'Nothing was deleted.');
  }
  return await collect(given, false);
}

async function collect({ client, io }: Given, dryRun: boolean): Promise<Outcome> {
  const json = orFail(await client.call(routes.gc, { body: { dryRun } }));
  const { deleted, kept, freed, drafts } = json;
  const rows = deleted.map((one) => [one.app, one.build, size(one.size)]);
  const verb = dryRun ? 'would be deleted' : 'deleted';
  const old = ` ${counted(drafts.drafts, 'draft')} ${verb}, ${size(drafts.bytes)}.`;
  const sum = `${counted(deleted.length, 'build')} ${verb}, ${size(freed)}; ${kept.length} kept.${drafts.drafts === 0 ? '' : old}`;
  const text = rows.length === 0 ? sum : `${table(['APP', 'BUILD', 'SIZE'], rows, io)}\n${sum}`;
  return { json, text };
}
