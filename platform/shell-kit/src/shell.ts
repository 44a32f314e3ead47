import type { Preview } from '@tallystick/contract/release';
import type { ComponentProps, ComponentType, ReactNode, RefCallback } from 'react';
import type { PageLayout } from './frame/layout.ts';
import type { Notice } from './release/inputs.ts';
import type { ReleaseInPage } from './release/release-in-page.ts';
import type { Lost } from './release/watch-lost.ts';
import type { Texts } from './texts.ts';

/** What a frame gets of the page that stands in it. */
export interface FrameProps {
  /** What the page is called: in headings, not in the document's title. */
  readonly name: string;
  /** The zones as the page wants them, with every setting decided. */
  readonly layout: PageLayout;
  /** The release that the page is of; its remotes declare the entries of the menu. */
  readonly release: ReleaseInPage;
  /** Another page is on its way. */
  readonly leaving: boolean;
  /** Get the places of what a page shows in other zones than main. */
  readonly zones: Readonly<Record<'media' | 'footer', RefCallback<HTMLElement>>>;
  /** For the frame's own `main`: it takes the focus as a page arrives. */
  readonly main: Pick<
    ComponentProps<'main'>,
    'id' | 'ref' | 'tabIndex' | 'aria-label' | 'aria-busy'
  >;
  /** The page itself. */
  readonly children: ReactNode;
}

/** What says that something cannot be shown. */
export interface ProblemProps {
  readonly title: string;
  /** Why, in a sentence. */
  readonly text: string;
  /** In place of a page the title is its heading. */
  readonly as: 'h1';
  /** The ways out. */
  readonly children: ReactNode;
}

/** What an open tab says of releases, and of a page that comes from the offline cache (`kept`). */
export interface NoticesProps extends Notice {
  readonly kept: boolean;
  /** What recalls have taken away unsaved, by part: to be copied, until somebody closes it (`copied`). */
  readonly lost: readonly Lost[];
  readonly tell: (what: 'accepted' | 'later' | 'dismissed' | 'copied') => void;
}

/** What stands in a page beside its frame, and may come after its first content. */
export interface LateLook {
  /** Stands in every open tab; shows nothing most of the time. */
  readonly Notices: ComponentType<NoticesProps>;
  /** Stands above everything in a page of a preview. */
  readonly PreviewBanner: ComponentType<{ readonly preview: Preview }>;
}

/** A page that the shell brings itself, in every release. */
export interface ShellPage {
  readonly path: string;
  /** First part of the document title. */
  readonly title: string;
  readonly element: ReactNode;
}

/** What a site's own shell is made of: its look, its words and its own pages. */
export interface Shell {
  /** The zones of every page. */
  readonly Frame: ComponentType<FrameProps>;
  readonly texts: Texts;
  readonly pages: readonly ShellPage[];
  /** What stands at an address that no page has, and in place of one that was not found. */
  readonly notFound: Omit<ShellPage, 'path'>;
  readonly Problem: ComponentType<ProblemProps>;
  readonly Button: ComponentType<ComponentProps<'button'>>;
  /** Asked for when the first page is there, and again if it does not come: an `import()`. */
  readonly late: () => Promise<LateLook>;
  /** The document's title, of what a page is called. */
  readonly documentTitle: (page: string) => string;
  /** Path of a feed of what a page is about; absent, or null: there is none. */
  readonly feedOf?: (about: string, id: string) => string | null;
  /** Called as a navigation begins, before anything is loaded for it. */
  readonly navigates?: () => void;
}
