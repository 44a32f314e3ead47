import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { contractFile } from '@tallystick/contract/build-contract';
import { didYouMean } from '@tallystick/contract/nearest';
import { parseContract } from '@tallystick/registry/contract/contract-text';
import { routes } from '@tallystick/registry/contract/routes';
import type { AdminClient } from '../admin/client.ts';
import { compositionModule } from '../builds/composition-module.ts';
import { readName } from '../builds/named-build.ts';
import { typesText } from '../builds/types-text.ts';
import { channelOf, channelOption, type Given, type Verb } from '../command/verb.ts';
import { Failed, fail, type Outcome, orFail } from '../outcome.ts';

export const types: Verb = {
  name: 'types',
  takes: 'APP… [--into FOLDER]',
  summary: "write the types of other apps' widgets and slots into your sources",
  about: `Writes APP.d.ts for each app, with the props that the widgets of its live build take and those
that what you bring into its slots gets, and says of which build they are. Commit the files: a build of yours records what it gives to widgets,
and the registry holds the two to each other. An app whose build records no types is named, and
exit code 1.`,
  options: {
    into: { value: 'FOLDER', about: 'where they go; else src/remotes' },
    channel: channelOption,
  },
  examples: [
    ['types mfe-notes', ''],
    ['types mfe-notes mfe-cards --into src/types', 'of two apps, elsewhere'],
  ],
  run,
};

async function run(given: Given): Promise<Outcome> {
  const { words, text, client, io } = given;
  if (words.length === 0) fail('usage', 'Name at least one app.', 'Such as: types mfe-notes');
  const channel = channelOf(given);
  const folder = resolve(io.folder, text('into') ?? join('src', 'remotes'));
  const { current } = orFail(await client.call(routes.board, { params: { channel } }));
  const composition = compositionModule(io.folder);
  const written: { app: string; build: string; file: string; content: string }[] = [];
  for (const word of words) {
    const { app, version } = readName(word);
    if (version !== undefined)
      fail('usage', `types ${app} is of what is live: leave @${version} out.`);
    const build = current?.builds[app];
    if (build === undefined) {
      const guess = didYouMean(app, Object.keys(current?.builds ?? {}));
      return fail('unknown', `${app} is not live in ${channel}.${guess}`, 'What is: status.');
    }
    const contract = await readContract(client, app, build);
    const content = typesText({ app, build, contract }, channel, composition);
    if (content === null) {
      const problem = `${app} ${build} has no widget and no slot.`;
      return fail('unknown', problem, 'Its remote.json says which: exposes, slots.');
    }
    written.push({ app, build, file: join(folder, `${app}.d.ts`), content });
  }
  await mkdir(folder, { recursive: true });
  for (const { file, content } of written) await writeFile(file, content);
  const lines = written.map(
    ({ app, build, file }) =>
      `${io.paint('good', 'written')} ${relative(io.folder, file)}  ${app}@${build}`,
  );
  const files = written.map(({ app, build, file }) => ({ app, build, file }));
  return { json: { channel, files }, text: lines.join('\n') };
}

async function readContract(client: AdminClient, app: string, build: string) {
  const params = { app, build, '*': contractFile };
  const answer = await client.call(routes.file, { params });
  const contract = answer.ok ? parseContract(new TextDecoder().decode(answer.value)) : null;
  if (!answer.ok && answer.code !== 'unknown') throw new Failed(answer);
  if (contract !== null) return contract;
  const problem = `${app} ${build} records no types: another bundler has made it, or an earlier kit.`;
  const next = 'Its team builds it anew with the kit, or gives you a file of types.';
  return fail('unknown', problem, next);
}
