import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { plainAddresses } from '@tallystick/contract/path-pattern';
import type { BuildKey } from '@tallystick/registry/contract/build-key';
import { buildsOfLink, type PreviewLink } from '@tallystick/registry/contract/preview-selection';
import { previewRoutes } from '@tallystick/registry/parts/previews/contract/routes';
import { findBuilds } from '../../builds/find-build.ts';
import type { LocalBuild } from '../../builds/local-build.ts';
import { type NamedBuild, parseName, refuseTwice } from '../../builds/named-build.ts';
import { readFolder } from '../../builds/read-folder.ts';
import { sizeReport } from '../../builds/size-report.ts';
import { publishBuilds } from '../../builds/upload.ts';
import { requireChannel } from '../../channel/known-channel.ts';
import { buildOptions, folderOf, readBuildOptions } from '../../command/build-options.ts';
import { minute } from '../../command/figures.ts';
import { table } from '../../command/table.ts';
import { channelOf, channelOption, type Given, type Verb, withOnly } from '../../command/verb.ts';
import { fail, type Outcome, orFail } from '../../outcome.ts';

export const preview: Verb = {
  name: 'preview',
  takes: 'FOLDER|APP@BUILD… | list [APP] | end ID',
  summary: 'a link to the live site with this build new in it, or with several',
  about: `Publishes a build for previews only: nobody can promote it, and only people with the link see it
and its files. Publish it to make it one for all. What runs in a preview counts in no figures.
Several builds are shown together with a token that may preview each of their apps.
The link is valid for three days, or until its app is recalled; gc deletes the build after that.`,
  options: {
    once: { about: 'for the browser alone that opens the link first' },
    page: { value: 'PATH', about: "the page that the link leads to; else the first of the app's" },
    hours: { value: 'N', about: 'good for N hours, at most 336; else 72' },
    markdown: { about: 'as the comment of a pull request' },
    ...buildOptions,
    channel: channelOption,
  },
  examples: [
    ['preview .', 'the newest build of the app in this folder'],
    ['preview . --page /notes/7', 'at the page that shows what is new, such as a widget of it'],
    ['preview . --markdown > comment.md', 'for the pull request'],
    ['preview . mfe-other@1.3.0-0123456789ab', 'with a build of another pull request'],
    ['preview list', 'those that are open, managers’ own too; links are shown only once'],
    ['preview end 0123456789abcdef', 'at once, also where it is open'],
  ],
  run,
};

async function run(given: Given): Promise<Outcome> {
  const [first, second, ...others] = given.words;
  if (first === 'list' && others.length === 0) {
    return await list(withOnly(given, 'preview list'), second);
  }
  if (first === 'end' && second !== undefined && others.length === 0) {
    const { client } = withOnly(given, 'preview end');
    const ended = orFail(
      await client.call(previewRoutes.endPreviewLink, { params: { id: second } }),
    );
    return { json: ended, text: `The preview of ${nameOf(ended)} has ended.` };
  }
  const isFolder = existsSync(resolve(given.io.folder, first ?? ''));
  if (first === 'end' && !isFolder) fail('usage', 'Name what is to end: preview end ID.');
  return await open(given);
}

async function open(given: Given): Promise<Outcome> {
  const { words, flag, client } = given;
  if (words.length === 0) fail('usage', 'preview takes folders or builds, list, or end ID.');
  const hours = Number(given.text('hours') ?? '72');
  if (!Number.isInteger(hours) || hours < 1 || hours > 336) {
    fail('usage', '--hours is a whole number from 1 to 336.');
  }
  const page = given.text('page');
  if (page !== undefined && !page.startsWith('/')) {
    fail('usage', `--page ${page} is no path of the site: it begins with /.`);
  }
  const { builds, locals } = await readBuilds(given);
  const [first, ...others] = builds;
  if (first === undefined) return fail('usage', 'preview takes folders or builds.');
  const channel = channelOf(given);
  await requireChannel(channel, client);
  await publishBuilds(locals, given, { previewOnly: true });
  const beside = Object.fromEntries(others.map(({ app, build }) => [app, build]));
  const made = { ...(others.length > 0 && { beside }), channel, hours, once: flag('once') };
  const body = { ...first, ...made };
  const opened = orFail(await client.call(previewRoutes.openPreviewLink, { body }));
  const { link } = opened;
  const url = page === undefined ? opened.url : `${opened.url}&page=${encodeURIComponent(page)}`;
  if (page === undefined && locals.length > 0 && locals.every(hasNoPage)) {
    given.io.note('It has no page without a parameter: --page /… leads to one that shows it.');
  }
  if (others.length > 0 && link.beside === undefined) {
    given.io.note(`This registry is of before it took several: the link shows ${first.app} alone.`);
  }
  const reports = await Promise.all(locals.map((local) => sizeReport(local, client, channel)));
  const says = reports.map((report) => report.says).join('; ');
  const text = flag('markdown') ? comment(link, url, says) : url;
  return { json: { ...link, url, sizes: reports[0]?.sizes ?? null }, text };
}

const hasNoPage = ({ artifact }: LocalBuild) =>
  plainAddresses(artifact.declaration?.routes ?? []).length === 0;

/** The builds that are named, in their order; `locals`: those of them that lie in folders. */
async function readBuilds(given: Given): Promise<{ builds: BuildKey[]; locals: LocalBuild[] }> {
  const { words, client, io } = given;
  const read: (LocalBuild | NamedBuild)[] = [];
  for (const word of words) {
    const name = existsSync(resolve(io.folder, word)) ? null : parseName(word);
    if (name?.version !== undefined) {
      read.push(name);
      continue;
    }
    const folder = await folderOf(word, 'preview', io);
    read.push(await readFolder(folder, readBuildOptions(given)));
  }
  const locals = read.filter((one) => 'artifact' in one);
  const names = read.filter((one) => 'version' in one);
  refuseTwice([...locals.map(({ artifact }) => artifact), ...names]);
  const found = await findBuilds(names, client);
  const builds = read.map((one) => {
    if ('artifact' in one) return { app: one.artifact.app, build: one.artifact.build };
    return { app: one.app, build: found[one.app] ?? '' };
  });
  return { builds, locals };
}

/** The first line, which people do not see, is by what a pipeline finds its comment again. */
function comment(link: PreviewLink, url: string, sizes: string): string {
  const who = link.once ? 'the browser that opens it first' : 'whoever has the link';
  const shown = Object.entries(buildsOfLink(link));
  const apps = shown.map(([app]) => app).join(' and ');
  const [what, heading] = shown.length === 1 ? ['this build', 'Build'] : ['these builds', 'Builds'];
  const builds = shown.map(([app, build]) => (shown.length === 1 ? build : `${app}@${build}`));
  return `<!-- tallystick-preview ${link.app} -->
**[Open the preview of ${apps}](${url})**: the live site, with ${what} new in it.

| | |
| --- | --- |
| ${heading} | ${builds.map((build) => `\`${build}\``).join(', ')} |
| For | ${who}, until ${minute(link.expiresAt)} UTC |
| Size | ${sizes} |
| End it | \`tallystick-release preview end ${link.id}\` |`;
}

async function list({ client, io }: Given, app: string | undefined): Promise<Outcome> {
  const links = orFail(await client.call(previewRoutes.previewLinks, { query: { app } }));
  const rows = links.map((one) => [
    nameOf(one),
    `until ${minute(one.expiresAt)}`,
    one.once ? 'one browser' : 'whoever has it',
    String(one.browsers),
    one.createdBy,
    one.id,
  ]);
  const heading = ['BUILD', 'GOOD', 'FOR', 'BROWSERS', 'BY', 'ID'];
  const text = rows.length === 0 ? 'No preview is open.' : table(heading, rows, io);
  return { json: links, text };
}

function nameOf(link: PreviewLink): string {
  const shown = Object.entries(buildsOfLink(link));
  return shown.map((build) => build.join('@')).join(' with ');
}
