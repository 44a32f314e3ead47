import type { ReleaseDocument } from '@tallystick/contract/release';
import type { ServedConfiguration } from '../page/served-configuration.ts';

// Each message is a line of JSON.

/** The texts of two server entries, and the files that stack traces name for them. */
export interface BuildTexts {
  readonly shell: string;
  readonly remote: string;
  readonly files: { readonly shell: string; readonly remote: string };
}

/** What a process is begun with. */
export interface Beginning extends BuildTexts {
  readonly configuration: ServedConfiguration;
  /** Address of the site's API, whose calls the site server makes; null: there is none. */
  readonly api: string | null;
}

/** A page to render. */
export interface Order {
  readonly id: number;
  /** Path and query. */
  readonly address: string;
}

/** The release by which pages are rendered that are ordered from now on. */
export interface Renewal {
  readonly release: ReleaseDocument;
}

/** What was answered to a call. */
export interface Answer {
  readonly call: number;
  /** The HTTP status; 0: there was no answer. */
  readonly code: number;
  readonly text: string;
}
