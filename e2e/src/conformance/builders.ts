import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { inProject } from '@tallystick/tools/src/project.ts';
import * as v from 'valibot';
import type { BuiltFolder } from './make-subject.ts';
import type { Which } from './subject.ts';

/** Who builds the remote in `e2e/foreign/source`. */
export const builders = ['kit', 'webpack', 'webpack-own', 'rsbuild', 'vite'] as const;
type Builder = (typeof builders)[number];

/** Their names for people, with the packages that are meant. */
const packages: Readonly<Record<Builder, readonly [label: string, ...names: string[]]>> = {
  kit: ['the kit', '@rspack/core'],
  webpack: ['webpack with enhanced', 'webpack', '@module-federation/enhanced'],
  'webpack-own': ["webpack's own plugin", 'webpack'],
  rsbuild: ['Rsbuild', '@rsbuild/core', '@module-federation/rsbuild-plugin'],
  vite: ['Vite', 'vite', '@module-federation/vite'],
};

/** What the table calls a builder. */
function labelOf(builder: Builder): string {
  const [label, ...names] = packages[builder];
  const home = builder === 'kit' ? 'platform/build' : 'e2e';
  return `${label} (${names.map((name) => `${name} ${versionOf(name, home)}`).join(', ')})`;
}

function versionOf(name: string, home: string): string {
  const file = inProject(home, 'node_modules', name, 'package.json');
  return v.parse(v.object({ version: v.string() }), JSON.parse(readFileSync(file, 'utf8'))).version;
}

/** Makes builds of the remote with a bundler below a folder. */
export async function bundle(
  bundler: string,
  within: string,
  builds: readonly Which[],
): Promise<void> {
  const script = inProject('e2e/foreign/main.ts');
  await promisify(execFile)(process.execPath, [script, bundler, join(within, bundler), ...builds]);
}

/** What a builder has left there, with a second build or without. */
export function builtBy(builder: Builder, within: string, builds: readonly Which[]): BuiltFolder {
  // The kit's build ids are in its folders.
  const dist = (which: Which) => join(within, builder, which, 'dist');
  return {
    label: labelOf(builder),
    folder: dist('one'),
    next: builds.includes('two') ? dist('two') : null,
    // Without a manifest nothing says in which variable the container is.
    options: builder === 'webpack-own' ? ['--container', 'notes_webpack_own'] : [],
    expectPage: (page, which) => expectNotes(page, builder, which),
  };
}

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });

/** Its page has its picture, its styles and its late part, and works. */
export async function expectNotes(page: Page, builder: string, which: Which): Promise<void> {
  await expect(heading(page)).toHaveText(`Notes of ${builder}, ${which}`);
  await expect(heading(page)).toHaveCSS('color', 'rgb(1, 2, 3)');
  const late = page.getByText(`Late part of ${builder}, ${which}`);
  await expect(late).toHaveCSS('color', 'rgb(4, 5, 6)');
  const picture = page.getByRole('img', { name: 'a note' });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(10);
  const button = page.getByRole('button', { name: /^Pressed/ });
  await button.click();
  await expect(button).toHaveText(/Pressed [1-9]/);
}
