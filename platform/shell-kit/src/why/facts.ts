import type { Build, FailureKind } from '../release/build.ts';

/** Why a page has a build and no other. */
export type Reason =
  | { readonly why: 'live' | 'canary' | 'preview' | 'working-copy' | 'recalled' }
  /** The page began with it; `released` takes its place at the next page, a shell's as the tab is loaded anew. */
  | { readonly why: 'released-before'; readonly released: string }
  /** It is the build before; `released` failed in this tab, or in an earlier page of it. */
  | { readonly why: 'fallback'; readonly released: string };

/** How a build failed in this page. */
export interface Failed {
  readonly build: string;
  readonly kind: FailureKind;
  /** Milliseconds since 1970; null: in an earlier page of this tab. */
  readonly at: number | null;
}

/** When a build came, in milliseconds since the page was asked for; null: it has not yet. */
export interface Phases {
  /** The first of its files was asked for. */
  readonly asked: number | null;
  /** The last of the files that start it was here. */
  readonly arrived: number | null;
  /** Its code had begun. */
  readonly evaluated: number | null;
  /** Something of it was first drawn by it. */
  readonly shown: number | null;
}

/** The files of a build that the browser has asked for. */
export interface Files {
  readonly files: number;
  /** Bytes over the network. */
  readonly bytes: number;
  /** How many of them the browser had. */
  readonly cached: number;
}

/** A module that a build takes from a share scope. */
export interface SharedModule {
  readonly name: string;
  /** The range that it asks for; null: any. */
  readonly wants: string | null;
  /** `own`: the shell shares none by this name, so it is compiled in. `misfit`: the shell's does not fit. */
  readonly from: 'shell' | 'earlier' | 'own' | 'misfit';
  /** The version of the copy that it got; null: its own, which does not say. */
  readonly version: string | null;
}

/** A style sheet of a build. */
export interface Sheet {
  readonly file: string;
  /** Whether it counts now: something of its build is in the page. */
  readonly counts: boolean;
  readonly rules: number;
  /** Selectors of rules that may reach more than what the remote shows. */
  readonly beyond: readonly string[];
}

/** What the content security policy refused. */
export interface Refused {
  readonly directive: string;
  /** An address without its query, or a word such as `inline`. */
  readonly what: string;
  /** File and line that asked for it; empty: the browser does not say. */
  readonly by: string;
}

/** One part of the site: an app, in the build that this page has of it. */
export interface PartFacts extends Build {
  readonly title: string;
  /** What of it is in the page now; `none`: it is what would be. */
  readonly runs: 'shell' | 'page' | 'widget' | 'none';
  readonly reason: Reason;
  readonly failed: readonly Failed[];
  readonly phases: Phases;
  readonly files: Files;
  /** Null: its manifest does not say, or it has not been loaded. */
  readonly shared: readonly SharedModule[] | null;
  /** Modules that the shell shares and that the build does not take. */
  readonly notTaken: readonly string[];
  /** Widgets of others that stand in it. */
  readonly shows: readonly Build[];
  readonly sheets: readonly Sheet[];
  readonly refused: readonly Refused[];
}

/** What a page knows of why it runs what it runs. */
export interface PageFacts {
  /** Without values of its query. */
  readonly address: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly channel: string;
  readonly revision: number;
  /** The shell first, then what is in the page. */
  readonly parts: readonly PartFacts[];
  /** What the policy refused to code that is no build's. */
  readonly refused: readonly Refused[];
}
