import { readCheckedBuild } from '../check/checked-build.ts';
import { checks } from '../check/checks.ts';
import { readLiveSite } from '../check/live-site.ts';
import { buildOptions, folderOf, readBuildOptions } from '../command/build-options.ts';
import { counted } from '../command/figures.ts';
import { table } from '../command/table.ts';
import { type Given, onlyWord, type Verb } from '../command/verb.ts';
import type { Outcome } from '../outcome.ts';

export const check: Verb = {
  name: 'check',
  takes: 'FOLDER',
  summary: 'say what is wrong with a build of a remote, before it is published',
  about: `Reads a build as publish does and says of each thing that is asked of it whether it is so. It needs
no registry, no token and no browser. 'not verified': the folder alone does not say. Exit code 1:
something failed. How the build does in a page says \`npm run check -- FOLDER\` in the platform's
workspace, which runs it in a site of its own and a Chromium.`,
  options: {
    site: { value: 'URL', about: 'a site; is there room for the build beside its apps?' },
    ...buildOptions,
  },
  examples: [
    ['check dist', ''],
    ['check dist --site https://tally.example', 'also beside what is live there'],
    ['check dist --container notes --version 1.2.0', "webpack's own plugin"],
  ],
  run,
};

const tones = { ok: 'good', failed: 'bad', 'not verified': 'warn' } as const;

async function run({ words, text, io }: Given): Promise<Outcome> {
  const folder = await folderOf(onlyWord(words, 'Name one folder.'), 'check', io);
  const address = text('site');
  const site = address === undefined ? null : await readLiveSite(address);
  const build = await readCheckedBuild(folder, readBuildOptions({ text, io }), site);
  const findings = checks.map(({ name, run: look }) => ({ check: name, ...look(build) }));
  const wrong = findings.filter(({ result }) => result === 'failed').length;
  const lines = table(
    ['RESULT', 'CHECK', 'WHAT'],
    findings.map(({ check: name, result, says }) => [
      { text: result, tone: tones[result] },
      name,
      says,
    ]),
    io,
  );
  const last =
    wrong === 0
      ? "Nothing failed. In a page: npm run check -- FOLDER, in the platform's workspace."
      : `${counted(wrong, 'check')} failed.`;
  return {
    json: { ok: wrong === 0, checks: findings },
    text: `${lines}\n${last}`,
    failed: wrong > 0 ? 'refused' : undefined,
  };
}
