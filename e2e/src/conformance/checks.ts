import { expect, type Page } from '@playwright/test';
import { runRelease } from '../house/house.ts';
import { openFollowing } from '../house/release-site.ts';
import { changedFiles } from './changed-files.ts';
import { firstVisit } from './first-visit.ts';
import { expectBuild, expectBuildOrNotice, follow, leaveAndReturn, zoneOf } from './pages.ts';
import { buildsThatRan, copiesOfReact, scriptsDuring } from './running-code.ts';
import { inNewBrowser, type Stage, type Subject, ship } from './subject.ts';

/** One thing that a build of a remote must do, whoever has built it. */
export interface Check {
  /** The heading of its column. */
  name: string;
  what: string;
  /** Answers what the table says of it; rejects if the build does not do it. */
  run(subject: Subject, stage: Stage): Promise<string>;
}

const yes = 'yes';
/** Milliseconds from the answer to a recall to when the tab has left the build. */
const recallLimit = 1_000;

export const checks: readonly Check[] = [
  {
    name: 'folder',
    what: '`tallystick-release check` finds nothing wrong with its folder, beside what is live',
    async run({ folder }, { house }) {
      await runRelease(house.environment, 'check', ...folder, '--site', house.siteUrl);
      return yes;
    },
  },
  {
    name: 'first visit',
    what: 'its page is there on a first visit, and code of no other build of it runs',
    async run(subject, stage) {
      const { scripts } = await firstVisit(subject, stage, expectBuild);
      expect(buildsThatRan(scripts, subject.app)).toEqual([subject.builds.one]);
      return yes;
    },
  },
  {
    name: 'navigation',
    what: 'its page is there by a link from another page, without a page load',
    run: (subject, stage) =>
      inNewBrowser(stage, async (page) => {
        await ship(stage, subject, 'one');
        await page.goto(`${stage.house.siteUrl}/api`);
        const isSame = await markPage(page);
        await follow(page, subject.path);
        await expectBuild(page, subject, 'one');
        expect(await isSame()).toBe(true);
        return yes;
      }),
  },
  {
    name: 'one React',
    what: 'it uses the React of the page: one copy runs, though others may be there',
    async run(subject, stage) {
      const { scripts } = await firstVisit(subject, stage, expectBuildOrNotice);
      const copies = copiesOfReact(scripts);
      expect(copies, 'scripts in which a React ran').toHaveLength(1);
      expect(copies[0]).not.toContain(`/artifacts/${subject.app}/`);
      return yes;
    },
  },
  ...(['entry', 'scripts', 'styles'] as const).map((kind) => ({
    name: kind,
    what: `a byte of its ${kind} that is another never runs: who sees to that`,
    run: (subject: Subject, stage: Stage) => changedFiles(subject, stage, kind),
  })),
  {
    name: 'swap',
    what: 'an open tab gets its next build at a navigation, and the one before after a rollback',
    run: (subject, stage) =>
      inNewBrowser(stage, async (page) => {
        await ship(stage, subject, 'one');
        await openFollowing(page, stage.house.siteUrl + subject.path);
        await expectBuild(page, subject, 'one');
        const isSame = await markPage(page);
        for (const which of ['two', 'one'] as const) {
          if (which === 'two') await ship(stage, subject, 'two');
          else await rollBack(subject, stage, false);
          await expect(async () => {
            await leaveAndReturn(page, subject);
            await expect(zoneOf(page, subject, which)).toBeVisible({ timeout: 1_000 });
          }).toPass();
          await expectBuild(page, subject, which);
          const scripts = await scriptsDuring(page, async () => {
            await leaveAndReturn(page, subject);
            await expectBuild(page, subject, which);
          });
          expect(buildsThatRan(scripts, subject.app)).toEqual([subject.builds[which]]);
        }
        expect(await isSame()).toBe(true);
        return yes;
      }),
  },
  {
    name: 'recall',
    what: 'an open tab leaves it as it is recalled; best of three',
    run: (subject, stage) =>
      inNewBrowser(stage, async (page) => {
        const waits: number[] = [];
        await ship(stage, subject, 'one');
        while (waits.length < 3 && !waits.some((wait) => wait <= recallLimit)) {
          await ship(stage, subject, 'two');
          await openFollowing(page, stage.house.siteUrl + subject.path);
          await expectBuild(page, subject, 'two');
          await rollBack(subject, stage, true);
          const answered = performance.now();
          await zoneOf(page, subject, 'one').waitFor();
          waits.push(performance.now() - answered);
          await expectBuild(page, subject, 'one');
        }
        console.log(`${subject.label}: left ${waits.map(Math.round).join(', ')} ms after a recall`);
        expect(Math.min(...waits)).toBeLessThanOrEqual(recallLimit);
        return `≤ ${recallLimit / 1_000} s`;
      }),
  },
  {
    name: 'ladder',
    what: 'where its next build does not come, the one before is there',
    run: (subject, stage) =>
      inNewBrowser(stage, async (page) => {
        await ship(stage, subject, 'one');
        await ship(stage, subject, 'two');
        await page.route(`**/artifacts/${subject.app}/${subject.builds.two}/**`, (route) =>
          route.abort(),
        );
        await page.goto(stage.house.siteUrl + subject.path);
        await expectBuild(page, subject, 'one');
        return yes;
      }),
  },
];

async function rollBack({ app }: Subject, { desk }: Stage, recall: boolean): Promise<void> {
  await desk.change({ kind: 'rollback', apps: [app], to: {}, recall, reason: 'a check of it' });
}

/** Marks a page; answers what says whether it is still that one, and was not loaded anew. */
async function markPage(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Reflect.set(globalThis, 'same', true));
  return () => page.evaluate(() => Reflect.get(globalThis, 'same') === true);
}
