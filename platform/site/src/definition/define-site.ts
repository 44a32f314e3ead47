import type { Subjects } from '@tallystick/contract/subjects';
import type * as v from 'valibot';
import type { Openings } from './openings.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export interface SiteNames {
  /** What the site is called; the setting PRODUCT_NAME takes its place. */
  readonly product: string;
  /** Stands behind it in titles. */
  readonly tagline: string;
  /** A sentence that says what the site is, for pages that have none of their own. */
  readonly description: string;
  /** After the product's name, where no script runs and the page would be drawn by one; absent: `needs JavaScript.` */
  readonly needsScripts?: string;
  /** Where no script runs and the page came rendered: a sentence that says what it lacks. */
  readonly withoutScripts?: string;
}

/** The route of a page that the shell brings itself; `page` is the first part of its title. */
export interface ShellRoute {
  readonly path: string;
  readonly page: string;
}

/** A call of the site's API; without a body it is a GET, else a POST with JSON. */
export interface ApiCall {
  /** Without a leading slash; it follows the API's address. */
  readonly path: string;
  readonly body: object | null;
}

/** The JSON object that was answered, with the HTTP status as `code`; without an answer `{code: 0, error}`. */
export type ApiResult = JsonObject & { readonly code: number };

/** Asks the site's API. Rejects only when `signal` aborts. */
export type AskApi = (
  path: string,
  body: object | null,
  signal?: AbortSignal,
) => Promise<ApiResult>;

/** The API that pages ask, and that the site server asks for them. */
export interface SiteApi {
  /** Its address, without a slash at the end. */
  readonly url: string;
  /** Headers of each call. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * The call that is made in place of one that a page makes while it is rendered; null: none is. It must do nothing but
   * read: a page is rendered for whoever asks, and for many.
   */
  readonly reads: (call: ApiCall) => ApiCall | null;
  /** The key by which a page finds an answer that came with it; absent: the body's JSON, or '' for a GET. */
  readonly answerKey?: (body: object | null) => string;
  /** Milliseconds for which a rendered page is given again without a question to the API; absent: 1,000. */
  readonly freshMs?: number;
}

/** What a page says about itself to programs that do not run it, such as search engines and link previews. */
export interface Head {
  /** First part of the title; null: the site's alone. */
  readonly title: string | null;
  /** A sentence; absent: the site's. */
  readonly description?: string;
  /** Path and query of the address by which it should be known; null: none. */
  readonly path: string | null;
  /** Path of an Atom feed of the same. */
  readonly feed?: string;
}

/** `missing`: there is none; `unknown`: nobody says now whether there is. */
export type Fact<T> = T | 'missing' | 'unknown';

/** One thing that somebody has a link to. */
export interface AskedSubject {
  /** As the route's `about` names it. */
  readonly subject: string;
  readonly id: string;
  /** Path and query of the address, however it was asked for. */
  readonly path: string;
}

/** What a site's functions have at hand. */
export interface SiteTools {
  /** Where browsers reach the site: an origin. */
  readonly siteUrl: string;
  readonly productName: string;
  /** Asks the API what a page waits for: some 300 ms. Answers are kept for some seconds. */
  readonly ask: AskApi;
  /** The same for what is large or rare: some seconds, few at once, nothing is kept. */
  readonly askLong: AskApi;
  /** Path of the release's page about one thing; null: it has no such page, or an id can be no part of a path. */
  linkTo(subject: string, id: string): string | null;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A page of a sitemap's list: how many there are, from 1 on, and the addresses of this one. */
export interface SitemapPage {
  readonly pages: number;
  readonly paths: readonly string[];
}
export type SitemapList = (page: number, tools: SiteTools) => Promise<Fact<SitemapPage>>;

/** Text files of the site's own that are made while somebody asks, such as feeds. */
export interface SiteFiles {
  /** The path that theirs begin with, one of the site's `ownPaths`. */
  readonly below: string;
  readonly type: string;
  /** Seconds for which a file may be the one of before. */
  readonly maxAge: number;
  /** @param path all of it, without a query */
  readonly make: (path: string, tools: SiteTools) => Promise<Fact<string>>;
}

/** What a site is where its settings are known. Each part may be absent. */
export interface ConfiguredSite {
  /** What its pages are told: JSON that everybody may read. The platform adds fields of its own. */
  readonly page?: JsonObject;
  /**
   * Where in `page` the addresses of services stand that answer pages of this site alone, such as `api.url`: for pages
   * on a team's machine.
   */
  readonly services?: readonly string[];
  /** Origins that its pages may call beside the site's own. */
  readonly connect?: readonly string[];
  readonly api?: SiteApi;
  /** What a link to one thing says; absent: what its route says. */
  readonly describe?: (asked: AskedSubject, tools: SiteTools) => Promise<Fact<Head>>;
  /** Addresses for its sitemap, beside its pages that are the same for everybody; by names such as `breads`. */
  readonly sitemap?: Readonly<Record<string, SitemapList>>;
  readonly files?: readonly SiteFiles[];
}

/** Why a site must not start with these settings: one line for a person. */
export interface SiteProblem {
  readonly problem: string;
}

/** What the platform says to a site that is configured. */
export interface PlatformSettings {
  /** Where browsers reach the site: an origin. */
  readonly siteUrl: string;
  readonly productName: string;
}

/** All that a site says of itself to the platform: the default export of its `site.config.ts`. */
export interface SiteDefinition<Entries extends v.ObjectEntries = v.ObjectEntries> {
  readonly names: SiteNames;
  /** What the `about` of its remotes' routes may name. */
  readonly subjects?: Subjects;
  /** The pages that its shell brings itself, in every release. */
  readonly shellPages?: readonly ShellRoute[];
  /** What files of its own are below, such as `/feeds/`: no remote may declare a route there. */
  readonly ownPaths?: readonly string[];
  /** What its pages may do beyond the strict policy; absent: nothing. */
  readonly openings?: Openings;
  /** Its own environment variables, each with a schema of Valibot. An empty one counts as absent. */
  readonly settings?: Entries;
  configure?(
    settings: v.InferOutput<v.ObjectSchema<Entries, undefined>>,
    platform: PlatformSettings,
  ): ConfiguredSite | SiteProblem;
}

/** A site's definition, as it is given: for its types. The platform checks it when it starts. */
export function defineSite<const Entries extends v.ObjectEntries>(
  definition: SiteDefinition<Entries>,
): SiteDefinition<Entries> {
  return definition;
}
