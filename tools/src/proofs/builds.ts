import { inBrowser, monthly, type Proof, quarterly, vitest } from './proof.ts';

/** Builds of teams, by any bundler and framework, and a site of their own. */
export const builds: readonly Proof[] = [
  {
    name: 'second-site',
    shows:
      'a site made from the packed platform, with npm and its registry: rendering, canary, preview, rollback, backup, the next React, and its signing key stolen, changed and lost',
    command: inBrowser('', 'second-site'),
    ...monthly,
  },
  {
    name: 'same-build',
    shows:
      'the same build in another folder, byte for byte; a page with fifty remotes; a build refused for a hook that the live React lacks, in each way to call it',
    command: vitest('', 'another-folder page-size tools/src/contract/can-ship'),
    ...quarterly,
  },
  {
    name: 'bundlers',
    shows: 'what a build must do, by each bundler that we know, and their development servers',
    command: inBrowser('', 'conformance working-copy fourth-remote'),
    ...monthly,
  },
  {
    name: 'hundred-packages',
    shows:
      'the hundred packages of npm that teams import most beside a shell: none is refused, by the kit or by Vite; each is where a name, a major or a patch of React DOM does not fit',
    command: vitest('', 'tools/src/contract/hundred-packages'),
    ...monthly,
  },
  {
    name: 'contents',
    shows:
      'which packages are in builds by Vite, webpack, Rsbuild and the kit, by source maps; unknown without',
    command: vitest('', 'tools/src/contents'),
    ...monthly,
  },
  {
    name: 'libraries',
    shows:
      'fifty libraries that teams use, from npm, and what a site has to open for each; four of them by webpack, too',
    command: inBrowser('', 'libraries'),
    ...quarterly,
  },
  {
    name: 'frameworks',
    shows:
      'remotes of Vue, Svelte, Lit, Angular and Solid, made by the templates and from npm: pages, a recall, and all in one page',
    command: inBrowser('', 'frameworks'),
    ...quarterly,
  },
];
