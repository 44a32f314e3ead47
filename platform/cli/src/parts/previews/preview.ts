import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { PreviewLink } from '@tallystick/registry/contract/preview-selection';
import { previewRoutes } from '@tallystick/registry/parts/previews/contract/routes';
import { readFolder } from '../../builds/read-folder.ts';
import { sizeReport } from '../../builds/size-report.ts';
import { publishBuilds } from '../../builds/upload.ts';
import { requireChannel } from '../../channel/known-channel.ts';
import { buildOptions, folderOf, readBuildOptions } from '../../command/build-options.ts';
import { minute } from '../../command/figures.ts';
import { table } from '../../command/table.ts';
import {
  channelOf,
  channelOption,
  type Given,
  onlyWord,
  type Verb,
  withOnly,
} from '../../command/verb.ts';
import { fail, type Outcome, orFail } from '../../outcome.ts';

export const preview: Verb = {
  name: 'preview',
  takes: 'FOLDER | list [APP] | end ID',
  summary: 'a link to the live site with this build new in it',
  about: `Publishes a build for previews alone: nobody can promote it, and nobody sees it or its files but who
opens the link. Publish it to make it one for all. What runs in a preview counts for no figures.
The link is good for three days, and ends with a recall of its app; gc deletes the build after that.`,
  options: {
    once: { about: 'for the browser alone that opens the link first' },
    hours: { value: 'N', about: 'good for N hours, at most 336; else 72' },
    markdown: { about: 'as the comment of a pull request' },
    ...buildOptions,
    channel: channelOption,
  },
  examples: [
    ['preview .', 'the newest build of the app in this folder'],
    ['preview . --markdown > comment.md', 'for the pull request'],
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
  const { words, flag, client, io } = given;
  const word = onlyWord(words, 'preview takes one folder, list, or end ID.');
  const hours = Number(given.text('hours') ?? '72');
  if (!Number.isInteger(hours) || hours < 1 || hours > 336) {
    fail('usage', '--hours is a whole number from 1 to 336.');
  }
  const folder = await folderOf(word, 'preview', io);
  const local = await readFolder(folder, readBuildOptions(given));
  const channel = channelOf(given);
  await requireChannel(channel, client);
  await publishBuilds([local], given, { previewOnly: true });
  const { app, build } = local.artifact;
  const body = { app, build, channel, hours, once: flag('once') };
  const { link, url } = orFail(await client.call(previewRoutes.openPreviewLink, { body }));
  const { sizes, says } = await sizeReport(local, client, channel);
  const text = flag('markdown') ? comment(link, url, says) : url;
  return { json: { ...link, url, sizes }, text };
}

/** The first line, which people do not see, is by what a pipeline finds its comment again. */
function comment(link: PreviewLink, url: string, sizes: string): string {
  const who = link.once ? 'the browser that opens it first' : 'whoever has the link';
  return `<!-- tallystick-preview ${link.app} -->
**[Open the preview of ${link.app}](${url})**: the live site, with this build new in it.

| | |
| --- | --- |
| Build | \`${link.build}\` |
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

function nameOf({ app, build }: PreviewLink): string {
  return `${app}@${build}`;
}
