import { openSignedBy } from '@tallystick/contract/open-signed';
import { defaultChannel } from '@tallystick/contract/release';
import type { Registry } from '@tallystick/registry/registry';
import { openBrowsers } from './canary/browser.ts';
import { openPreviews } from './preview/previews.ts';
import { openRecords } from './release/records.ts';
import { openReleases, type ReleasesOptions } from './release/releases.ts';
import { openPageTickets } from './reports/page-tickets.ts';
import { openReporters } from './reports/reporters.ts';

interface SourcesOptions extends Pick<ReleasesOptions, 'staleAfterMs' | 'timeoutMs'> {
  registry: Registry;
  /** Public keys by which what the registry says must be signed: Ed25519, 32 bytes in base64. */
  keys: readonly string[];
  /** The channel whose newest revision pages are made from. */
  channel: string;
  /** Whether browsers reach the site by https. */
  secure: boolean;
  /** Share of browsers whose loads are counted, between 0 and 1. */
  sample: number;
  /** Milliseconds since 1970. */
  now: () => number;
  log(line: string): void;
}

/** What the site server reads from the registry, and how it knows browsers by what it gave them. */
export function openSources(options: SourcesOptions) {
  const { registry, keys, channel, secure, sample, now } = options;
  const open = openSignedBy(keys);
  const records = openRecords(registry, { keys, open });
  const releases = openReleases(registry, { ...options, records, open });
  const browsersSecret = registry.secret('browsers');
  // The sites of two channels may have one host: page tickets, previews and kept pages of one must be of no use on the
  // other. The browser's cookie is common to both. For production the names stay as they were before there were other
  // channels: browsers keep what they have.
  const ownSecret = (purpose: string) =>
    registry.secret(channel === defaultChannel ? purpose : `${purpose} of ${channel}`);
  const browsers = openBrowsers(browsersSecret, secure, now);
  const tickets = openPageTickets(ownSecret('page tickets'), registry.shortLived, now);
  const reporters = openReporters({
    ...{ browsers, tickets, releases, sample, now },
    secret: browsersSecret,
  });
  const previews = openPreviews({
    ...{ registry, records, keys, open, browsers, secure, now },
    secret: ownSecret('previews'),
  });
  return { open, records, releases, browsers, tickets, reporters, previews, ownSecret };
}
