import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RemoteDeclaration } from '@tallystick/contract/remote';

/** What pages of the proxy have in place of the released build of a remote. */
export interface ShownBuild {
  app: string;
  /** The build id by which pages name it. */
  build: string;
  /** What it is to who looks at the page, such as `your working copy`; nothing that HTML would read. */
  called: string;
  /** What it is at this moment. Rejects with an Error of one line if it cannot be shown. */
  read(): Promise<ShownCopy>;
  /** Answers a request for one of its files, by its path in the build. */
  send(asked: IncomingMessage, response: ServerResponse, path: string): void | Promise<void>;
  /** Where its pages hear of changes; null: nothing changes. */
  changes: URL | null;
  /** Origin of a server that its pages ask by its own address; absent: they ask none. */
  server?: string | undefined;
}

/** A build as a page is made with it. */
export interface ShownCopy {
  declaration: RemoteDeclaration;
  /** What is to be signed as the attestation of the build. */
  attestation: object;
  /** Whether its server writes styles into the page itself, as Vite's does. */
  inlineStyles: boolean;
}
