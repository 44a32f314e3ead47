import type { ReleaseDocument } from '@tallystick/contract/release';
import type { SiteConfiguration } from '@tallystick/shared/contracts/site';

// Each message is a line of JSON.

/** The texts of two server entries. */
export interface BuildTexts {
  readonly shell: string;
  readonly remote: string;
}

/** What a process is begun with. */
export interface Beginning extends BuildTexts {
  readonly configuration: SiteConfiguration;
}

/** A page to render. */
export interface Order {
  readonly id: number;
  /** Path and query. */
  readonly address: string;
}

/** By what the pages are rendered that are ordered from now on. */
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
