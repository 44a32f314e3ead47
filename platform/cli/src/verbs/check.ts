import { lookAtBuild } from '../check/browser/look-at-build.ts';
import { type CheckedBuild, readCheckedBuild } from '../check/checked-build.ts';
import { checks } from '../check/checks.ts';
import type { CheckFinding, Finding } from '../check/finding.ts';
import { readLiveSite } from '../check/live-site.ts';
import { openInSite } from '../check/open-in-site.ts';
import { buildOptions, folderOf, readBuildOptions } from '../command/build-options.ts';
import { counted } from '../command/figures.ts';
import { portOf } from '../command/port.ts';
import { table } from '../command/table.ts';
import { type Given, onlyWord, type Verb } from '../command/verb.ts';
import { fail, type Outcome, orFail } from '../outcome.ts';

export const check: Verb = {
  name: 'check',
  takes: 'FOLDER',
  summary: 'say what is wrong with a build of a remote, before it is published',
  about: `Reads a build as publish does and says of each thing that is asked of it whether it is so. It needs
no registry and no token. 'not verified': nothing here says it. Exit code 1: something failed.
With --browser it opens the pages of the site with the build in them, as if it were released, and
says what they show, what is thrown, what the policy refuses and what has no name. It takes the
Playwright of the folder, which it needs. Nobody else sees that, and the site counts none of it.
With --serve those pages stay until it is ended, for tests of your own.`,
  options: {
    site: { value: 'URL', about: 'a site; is there room for the build beside its apps?' },
    browser: { about: 'and what does it do in the pages of that site?' },
    page: {
      value: 'PATH',
      multiple: true,
      about: 'with --browser: one more page to open, such as /notes/7',
    },
    serve: { about: 'if nothing failed, have the pages of that site with the build in them, here' },
    port: { value: 'N', about: 'with --serve: where; else 4900' },
    ...buildOptions,
  },
  examples: [
    ['check dist', ''],
    ['check dist --site https://tally.example', 'also beside what is live there'],
    ['check dist --site https://tally.example --browser', 'and in its pages'],
    ['check dist --container notes --version 1.2.0', "webpack's own plugin"],
  ],
  run,
};

const tones = { ok: 'good', failed: 'bad', warning: 'warn', 'not verified': 'warn' } as const;

async function run(given: Given): Promise<Outcome> {
  const { words, text, flag, io } = given;
  const folder = await folderOf(onlyWord(words, 'Name one folder.'), 'check', io);
  const address = text('site');
  const inPages = ['browser', 'serve', 'page', 'port'].filter((one) => given.options.includes(one));
  if (address === undefined && inPages[0] !== undefined) {
    fail(
      'usage',
      `--${inPages[0]} needs a site, whose pages they are.`,
      'Name it: --site https://…',
    );
  }
  const port = portOf(text('port'));
  const site = address === undefined ? null : await readLiveSite(address);
  const build = await readCheckedBuild(folder, readBuildOptions(given), site);
  const findings: CheckFinding[] = checks.map(({ name, run: look }) => ({
    check: name,
    ...look(build),
  }));
  if (address !== undefined && flag('browser')) {
    findings.push(...(await inBrowser(given, build, folder, address)));
  }
  const wrong = findings.filter(({ result }) => result === 'failed').length;
  const lines = table(['RESULT', 'CHECK', 'WHAT'], findings.map(row), io);
  if (address !== undefined && flag('serve') && wrong === 0) {
    const proxy = orFail(await openInSite(orFail(build.build), address, port));
    io.note(`${lines}\n${proxy.site} with this build in it: ${proxy.url}`);
    await io.ended();
    proxy.close();
    return { json: { ok: true, checks: findings }, text: 'Ended.' };
  }
  const last =
    wrong > 0
      ? `${counted(wrong, 'check')} failed.`
      : `Nothing failed.${flag('browser') ? '' : ' In a page: --site https://… --browser.'}`;
  return {
    json: { ok: wrong === 0, checks: findings },
    text: `${lines}\n${last}`,
    failed: wrong > 0 ? 'refused' : undefined,
  };
}

function row({ check: name, result, says }: CheckFinding) {
  return [{ text: result, tone: tones[result] }, name, says];
}

async function inBrowser(
  { texts, io }: Given,
  { build }: CheckedBuild,
  folder: string,
  site: string,
): Promise<CheckFinding[]> {
  const missing: Finding = { result: 'not verified', says: 'Needs what is wrong elsewhere.' };
  if (!build.ok) return [{ check: 'pages', ...missing }];
  io.draw?.('Opening its pages');
  return await lookAtBuild({
    ...{ local: build.value, site, more: texts('page'), folders: [folder, io.folder] },
    executable: io.variables.CHROMIUM_PATH,
  }).finally(() => io.draw?.(null));
}
