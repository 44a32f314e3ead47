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

/**
 * Changes each file of a kind that the page of a build loads, on its way to the browser, and looks whether it runs.
 * What does, the site alone must hold to the byte: then its copy on disk is changed, and must not be sent.
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
  const files = visit.files.filter((path) => kindOf(path, entry) === kind);
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
  const address = `${stage.house.siteUrl}/artifacts/${subject.app}/${subject.builds.one}/${path}`;
  // Asked for here: a busy site's 503 in the page would be taken for a refusal.
  const published = await fetch(address);
  expect(published.status, path).toBe(200);
  const mark = path.endsWith('.css') ? ':root{--changed:1}' : ';globalThis.changed=1;';
  const body = `${await published.text()}\n${mark}`;
  const headers = { 'content-type': published.headers.get('content-type') ?? '' };
  return await inNewBrowser(stage, async (page) => {
    let refused = false;
    page.on('console', (message) => {
      // What Chromium says of a file that has another hash, and of nothing else.
      const text = message.text();
      if (text.includes("'integrity' attribute") && text.includes(path)) refused = true;
    });
    await page.route(address, (route) => route.fulfill({ headers, body }));
    await page.goto(stage.house.siteUrl + subject.path);
    const what = async () => {
      const runs = await page.evaluate(() => {
        const style = getComputedStyle(document.documentElement);
        return 'changed' in globalThis || style.getPropertyValue('--changed') !== '';
      });
      if (runs) return 'runs';
      return refused ? 'refused' : 'not yet';
    };
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
    const file = join(house.dataDir, 'artifacts', subject.app, build, path);
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
