import type { Refusal } from './policy.ts';

/** What is looked at. */
export interface Looked {
  app: string;
  build: string;
  /** Origin of the pages. */
  url: string;
  /** Address below which pages have the files of the build. */
  base: string;
  /** Milliseconds until a page must show. */
  timeoutMs: number;
}

/** What a page did. */
export interface SeenPage {
  path: string;
  /** Whether the build shows something in it; else the words that the site shows in its place. */
  shown: true | { notice: string };
  /** Milliseconds until it did. */
  took: number;
  /** What was thrown in code of the build, as stacks. */
  thrown: readonly string[];
  refused: readonly Refusal[];
  /** Addresses without an origin that were asked for and are not there. */
  missing: readonly string[];
  /** Markup of what has no name for who does not see it. */
  nameless: readonly string[];
}
