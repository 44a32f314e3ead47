import { integrityOf } from '@tallystick/contract/file-hashes';
import { askJson } from '@tallystick/contract/http/ask-json';
import { attestationTypes } from '@tallystick/contract/signed-release';
import * as v from 'valibot';
import { readDeclaration } from '../app.ts';
import { bundleContainer } from './bundle-container.ts';

/** What the page loads first of the working copy. */
export const containerFile = 'working-copy.js';
const globalName = 'tallystick_working_copy';

/** A development server answers when it has built. */
const limits = { timeoutMs: 60_000, maxBytes: 16_777_216 };
const manifestSchema = v.object({
  metaData: v.object({
    globalName: v.optional(v.string()),
    remoteEntry: v.object({
      name: v.string(),
      path: v.optional(v.string(), ''),
      type: v.optional(v.string(), 'global'),
    }),
  }),
  exposes: v.optional(v.array(v.object({ path: v.optional(v.string()), name: v.string() })), []),
});

/** A development server that has the remote. */
export interface DevelopmentServer {
  /** Address of its federation manifest. */
  manifest: string;
  /** Path in the page below which it answers; null: pages ask it by its own address. */
  base: string | null;
}

/** The remote as its team is writing it, as a build of a page. */
export type WorkingCopy = Awaited<ReturnType<typeof readWorkingCopy>>;

/**
 * Reads the working copy in `folder`, as it is now.
 *
 * @throws Error with one line if there is no declaration, or no manifest at the address.
 */
export async function readWorkingCopy(folder: string, build: string, server: DevelopmentServer) {
  const { declaration } = readDeclaration(folder);
  const { metaData, exposes } = await readManifest(server.manifest);
  const { name, path, type } = metaData.remoteEntry;
  const isModule = type === 'module' || type === 'esm';
  const entry = new URL(path + name, server.manifest);
  const container = await bundleContainer(globalName, {
    entry: server.base === null ? entry.href : server.base + path + name,
    globalName: isModule ? null : (metaData.globalName ?? declaration.name),
    refresh: isModule ? new URL('@react-refresh', entry).href : null,
  });
  const app = declaration.name;
  const files = { [containerFile]: integrityOf(Buffer.from(container)) };
  const none = { sync: [], async: [] };
  const manifest = {
    metaData: { globalName, remoteEntry: { name: containerFile, path: '', type: 'global' } },
    shared: [],
    exposes: exposes.map((one) => ({
      path: one.path ?? `./${one.name}`,
      assets: { js: none, css: none },
    })),
  };
  const artifact = { app, build, kind: 'remote', files, declaration };
  return {
    app,
    build,
    declaration,
    container,
    /** What is to be signed as the attestation of the build. */
    attestation: { type: attestationTypes.build, artifact, manifest },
    /** Whether the development server is Vite's, which writes styles into the page itself. */
    isModule,
  };
}

async function readManifest(address: string) {
  const asked = await askJson(address, manifestSchema, limits);
  if (asked.ok) return asked.value;
  throw new Error(`${address} is no federation manifest: does your development server run?`);
}
