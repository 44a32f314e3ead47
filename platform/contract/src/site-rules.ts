import type { Subjects } from './subjects.ts';

/** What a site has for itself, to which the declarations of its remotes are held. */
export interface SiteRules {
  readonly subjects: Subjects;
  /** First segments of paths that no remote may declare, in small letters, such as `contact`. */
  readonly ownSegments: readonly string[];
  /** What it opens of the policy of its pages for every app, such as `wasm`; absent: nothing. */
  readonly openings?: readonly string[];
}
