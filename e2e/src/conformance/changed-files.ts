import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { manifestSchema } from '@tallystick/registry/contract/federation-manifest';
import * as v from 'valibot';
import { loadable } from '../house/release-site.ts';
import { firstVisit } from './first-visit.ts';
import { expectBuild } from './pages.ts';
import { inNewBrowser, type Stage, type Subject, ship } from './subject.ts';

export type FileKind = 'entry' | 'scripts' | 'styles';

// `BUNDLER_FILES=all` for the long run; who sees to the first and who to the last is what the table says.
const all = process.env.BUNDLER_FILES === 'all';

/**
 * Changes the first and the last file of a kind that the page of a build loads, on its way to the browser, and looks whether it
 * runs. What does, the site alone must hold to the byte: then its copy on disk is changed, and must not be sent.
 * Answers who sees to it.
 */
export async function changedFiles(
  subject: Subject,
  stage: Stage,
  kind: FileKind,
): Promise<string> {
  await ship(stage, subject, 'one');
  const entry = await entryOf(subject, stage);
  const visit = await firstVisit(subject, stage, expectBuild);
  const ofKind = visit.files.filter((path) => kindOf(path, entry) === kind);
  const files = ofKind.filter((_, place) => all || place === 0 || place === ofKind.length - 1);
  if (files.length === 0) return 'has none';
  const bySite: string[] = [];
  for (const path of files) if (await runsChanged(path, subject, stage)) bySite.push(path);
  if (bySite.length === 0) return 'the browser';
  await expectUnsent(bySite, subject, stage);
  return bySite.length === files.length ? 'the site' : 'the browser; later ones the site';
}

function kindOf(path: string, entry: string): FileKind {
  if (path.endsWith('.css')) return 'styles';
  return path === entry ? 'entry' : 'scripts';
}

async function entryOf({ app, builds }: Subject, { house }: Stage): Promise<string> {
  const { manifest } = await loadable(house.siteUrl, { name: app, build: builds.one });
  const { metaData } = v.parse(manifestSchema, manifest);
  return `${metaData.remoteEntry.path ?? ''}${metaData.remoteEntry.name}`;
}

/** Whether a file of the build runs in a page though it is not what was published. */
async function runsChanged(path: string, subject: Subject, stage: Stage): Promise<boolean> {
  return await inNewBrowser(stage, async (page) => {
    let sent = 0;
    await page.route(`**/artifacts/${subject.app}/${subject.builds.one}/${path}`, async (route) => {
      const response = await route.fetch();
      const mark = path.endsWith('.css') ? ':root{--changed:1}' : ';globalThis.changed=1;';
      const body = `${await response.text()}\n${mark}`;
      sent += 1;
      await route.fulfill({ response, body });
    });
    await page.goto(stage.house.siteUrl + subject.path);
    const what = () =>
      page.evaluate((build) => {
        const style = getComputedStyle(document.documentElement);
        if ('changed' in globalThis || style.getPropertyValue('--changed') !== '') return 'runs';
        const shown = document.querySelector('main [data-part]')?.getAttribute('data-build');
        const instead = shown !== undefined && shown !== null && shown !== build;
        return instead || document.querySelector('main [role=alert]') ? 'refused' : 'not yet';
      }, subject.builds.one);
    await expect.poll(() => sent, path).toBeGreaterThan(0);
    await expect.poll(what, path).not.toBe('not yet');
    return (await what()) === 'runs';
  });
}

/** Changes files on the site's disk, of a build that nobody has asked for yet, and asks for them. */
async function expectUnsent(
  paths: readonly string[],
  subject: Subject,
  { house }: Stage,
): Promise<void> {
  const build = await subject.publishAgain();
  for (const path of paths) {
    const file = join(house.environment.DATA_DIR ?? '', 'artifacts', subject.app, build, path);
    const bytes = await readFile(file);
    const address = `${house.siteUrl}/artifacts/${subject.app}/${build}/${path}`;
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    await writeFile(file, bytes);
    expect((await fetch(address)).status, path).toBe(404);
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    await writeFile(file, bytes);
    expect((await fetch(address)).status, path).toBe(200);
  }
}
