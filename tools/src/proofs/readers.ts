import { inBrowser, monthly, type Proof, quarterly, vitest } from './proof.ts';

/** What readers of the site have of it. */
export const readers: readonly Proof[] = [
  {
    name: 'ids',
    shows:
      'records with sixteen odd ids, by click, by address and without scripts, in three engines',
    command: inBrowser('IDS=all', 'ids.spec'),
    ...quarterly,
  },
  {
    name: 'live-list',
    shows: 'a list at 20 inserts a second for a minute',
    command: inBrowser('LIVE_SECONDS=60', 'live-load'),
    ...monthly,
  },
  {
    name: 'accessibility',
    shows:
      'axe on every route and state of sign-in, at five widths in both themes; all pages with large text and on paper; pictures of components',
    command: inBrowser('AXE_LOOKS=all', 'accessibility sign-in-branches looks'),
    ...monthly,
  },
  {
    name: 'steadiness',
    shows: 'no list shifts, each at two widths',
    command: inBrowser('STEADY=all', 'steadiness'),
    ...monthly,
  },
  {
    name: 'sign-in',
    shows: 'each branch of signing in and out, tabs that share it, mail in trouble, wrong clocks',
    command: inBrowser('', 'sign-in lost-answer mail wrong-clock'),
    ...monthly,
  },
  {
    name: 'identity-emulator',
    shows: 'the identity emulator answers the SDK as Firebase’s own does, which the proof installs',
    command: vitest('', 'identity/firebase-emulator'),
    ...quarterly,
  },
  {
    name: 'guesses',
    shows: '10,000 guesses of a sign-in code',
    command: vitest('GUESSES=10000', 'guesses'),
    ...quarterly,
  },
  {
    name: 'kept-site',
    shows: 'the site from what a browser has kept, and 100 changes each seen by the next page load',
    command: inBrowser('RELEASE_TURNS=100', 'keeper'),
    ...quarterly,
  },
  {
    name: 'main-paths',
    shows:
      'menu, rows, live transfers, search, sign-in, export and a recall as a reader has them, in three engines',
    command: inBrowser('', 'main-paths'),
    ...monthly,
  },
  {
    name: 'engines',
    shows:
      'the page of the offline cache, changed files of JavaScript modules, what the styles of a remote reach, and styles that scripts bring, in three engines',
    command: inBrowser('', 'engines kept-page module-files scoped-styles openings'),
    ...monthly,
  },
  {
    name: 'readers-questions',
    shows: 'twenty questions of readers, answered by clicking through the site',
    command: inBrowser('', 'questions'),
    ...monthly,
  },
];
