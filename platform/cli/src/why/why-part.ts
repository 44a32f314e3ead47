import type { AdminClient } from '../admin/client.ts';

/** The app of which somebody asks why its builds are given. */
export interface AskedWhy {
  readonly app: string;
  readonly channel: string;
  readonly client: AdminClient;
}

/** What a part of the registry says of it: fields of the document, and lines. */
export interface SaidWhy {
  readonly json: object;
  readonly lines: readonly string[];
}
