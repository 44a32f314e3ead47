import { allBuilds, didYouMeanApp } from '../builds/find-build.ts';
import { minute, size } from '../command/figures.ts';
import { table } from '../command/table.ts';
import type { Given, Verb } from '../command/verb.ts';
import { failure, type Outcome } from '../outcome.ts';

export const builds: Verb = {
  name: 'builds',
  takes: '[APP]',
  summary: 'what was published, newest first',
  about: 'Everything that can be promoted, or gone back to. Times are UTC.',
  options: {},
  examples: [['builds mfe-ledger', '']],
  run,
};

async function run({ words, client, io }: Given): Promise<Outcome> {
  const [app, ...others] = words;
  if (others.length > 0) return failure('usage', 'builds takes one app, or none for all.');
  const all = await allBuilds(client);
  if (!all.ok) return all;
  const own = app === undefined ? all.value : all.value.filter((one) => one.app === app);
  if (own.length === 0 && app !== undefined) {
    const guess = didYouMeanApp(app, all.value);
    return failure('unknown', `No build of ${app} was published.${guess}`);
  }
  const rows = own.map((one) => [
    one.app,
    one.build,
    size(one.size),
    String(one.files),
    minute(one.publishedAt),
    one.publishedBy,
  ]);
  const text =
    own.length === 0
      ? 'Nothing was published yet.'
      : table(['APP', 'BUILD', 'SIZE', 'FILES', 'PUBLISHED', 'BY'], rows, io);
  return { ok: true, json: own, text };
}
