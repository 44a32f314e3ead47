import { allBuilds, didYouMeanApp } from '../builds/find-build.ts';
import { describeProvenance } from '../command/describe-provenance.ts';
import { minute, size } from '../command/figures.ts';
import { table } from '../command/table.ts';
import { type Given, type Verb, wordOrNone } from '../command/verb.ts';
import { fail, type Outcome } from '../outcome.ts';

export const builds: Verb = {
  name: 'builds',
  takes: '[APP]',
  summary: 'what was published, newest first',
  about: `Everything that can be promoted, or gone back to, and what was published for previews alone. FROM is
which commit it was built from: verified by the issuer of the run's token, or said by who published.
Times are UTC.`,
  examples: [['builds mfe-notes', '']],
  run,
};

async function run({ words, client, io }: Given): Promise<Outcome> {
  const app = wordOrNone(words, 'builds takes one app, or none for all.');
  const all = await allBuilds(client);
  const own = app === undefined ? all : all.filter((one) => one.app === app);
  if (own.length === 0 && app !== undefined) {
    fail('unknown', `No build of ${app} was published.${didYouMeanApp(app, all)}`);
  }
  const rows = own.map((one) => [
    one.app,
    one.build,
    size(one.size),
    String(one.files),
    minute(one.publishedAt),
    one.publishedBy,
    one.previewOnly ? 'previews' : '',
    describeProvenance(one.provenance),
  ]);
  const text =
    own.length === 0
      ? 'Nothing was published yet.'
      : table(['APP', 'BUILD', 'SIZE', 'FILES', 'PUBLISHED', 'BY', 'FOR', 'FROM'], rows, io);
  return { json: own, text };
}
