import type { AppName, Edit } from './shipped-apps.testing.ts';

/** A build that somebody would ship beside what is live. */
export interface ShipCase {
  name: string;
  app: AppName;
  edits?: readonly Edit[];
  /** What the bundle of `mfe-notes` uses of each shared module. */
  uses?: Readonly<Record<string, readonly string[]>>;
  paths?: readonly string[];
  menu?: readonly string[];
  connect?: readonly string[];
  exposes?: readonly string[];
  /** The version of `@tallystick/shared`. */
  version?: string;
  bytes?: number;
}

/** The file of the shell's calls, as shipped-apps.testing.ts writes it. */
export const api = 'shared/api.ts';
/** Edits of it, and of the widget that another app shows. */
export const inApi = (from: string, to: string) => [[api, from, to]] as const;
export const inCard = (from: string, to: string) => [['src/card.tsx', from, to]] as const;
