import type { PageConfiguration } from '@tallystick/contract/page-configuration';
import type { JsonObject } from '../definition/define-site.ts';

/** What pages are told: what the platform says, and beside it what the site does. */
export type ServedConfiguration = JsonObject & PageConfiguration;
