/**
 * What pages of a site can be about, in its own words: `all` of a kind, or `one` of them by its id. A route says which
 * by `about`.
 */
export type Subjects = Readonly<Record<string, 'all' | 'one'>>;
