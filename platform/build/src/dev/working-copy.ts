import type { IncomingMessage, ServerResponse } from 'node:http';
import { integrityOf } from '@tallystick/contract/file-hashes';
import { askJson } from '@tallystick/contract/http/ask-json';
import { artifactBase } from '@tallystick/contract/read-release';
import { attestationTypes } from '@tallystick/contract/signed-release';
import * as v from 'valibot';
import { readDeclaration } from '../app.ts';
import { end, fail, passOn } from './answers.ts';
import { containerName, containerScript } from './container-script.ts';
import { forward, forwarded } from './forward.ts';
import { ownPaths } from './own-paths.ts';
import type { ShownBuild, ShownCopy } from './shown-build.ts';

/** What the page loads first of the working copy. */
const containerFile = 'working-copy.js';

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

/** A remote that its team is writing, and a development server that has it. */
export interface WorkingCopyParts {
  /** Folder of the remote. */
  folder: string;
  app: string;
  /** Build id under which pages have it. */
  build: string;
  /** Address of the server's federation manifest. */
  manifest: string;
  /** The container that pages load, as it is bundled. */
  bundledContainer: () => Promise<string>;
  /** Whether pages ask that server by its own address; else below the path of the build. */
  isAskedItself: boolean;
}

/** The remote as its team is writing it, as a build of pages. */
export function workingCopy(parts: WorkingCopyParts): ShownBuild {
  const { app, build, manifest, isAskedItself } = parts;
  /** The script of the container that the last page named; empty before the first. */
  let container = '';
  return {
    ...{ app, build, called: 'your working copy' },
    async read() {
      const { script, ...copy } = await readWorkingCopy(parts);
      container = script;
      return copy;
    },
    send: (asked, response, path) =>
      path === containerFile
        ? end(response, 'text/javascript', container)
        : sendFromServer(asked, response, path, manifest),
    changes: isAskedItself ? null : new URL(ownPaths.socket, manifest),
    server: isAskedItself && URL.canParse(manifest) ? new URL(manifest).origin : undefined,
  };
}

/** @throws Error with one line if there is no declaration, or no manifest at the address. */
async function readWorkingCopy({
  folder,
  app,
  build,
  manifest: address,
  bundledContainer,
  isAskedItself,
}: WorkingCopyParts): Promise<ShownCopy & { script: string }> {
  const { declaration } = readDeclaration(folder);
  const { metaData, exposes } = await readManifest(address);
  const { name, path, type } = metaData.remoteEntry;
  const isModule = type === 'module' || type === 'esm';
  const entry = new URL(path + name, address);
  const base = isAskedItself ? new URL('/', entry).href : artifactBase(app, build);
  const script = containerScript(await bundledContainer(), {
    entry: isAskedItself ? entry.href : base + path + name,
    base,
    globalName: isModule ? null : (metaData.globalName ?? app),
    refresh: isModule ? new URL('@react-refresh', entry).href : null,
  });
  const files = { [containerFile]: integrityOf(Buffer.from(script)) };
  const none = { sync: [], async: [] };
  const manifest = {
    metaData: {
      globalName: containerName,
      remoteEntry: { name: containerFile, path: '', type: 'global' },
    },
    shared: [],
    exposes: exposes.map((one) => ({
      path: one.path ?? `./${one.name}`,
      assets: { js: none, css: none },
    })),
  };
  const artifact = { app, build, kind: 'remote', files, declaration };
  return {
    script,
    declaration,
    attestation: { type: attestationTypes.build, artifact, manifest },
    inlineStyles: isModule,
  };
}

/** Asks the development server for a file of the working copy. */
function sendFromServer(
  asked: IncomingMessage,
  response: ServerResponse,
  path: string,
  manifest: string,
): void {
  // Relative to the manifest, even if the path looks like an address: no other server can be named.
  const address = new URL(`./${path}`, manifest);
  forward(asked, response, address, forwarded(asked.headers))
    .on('response', (from) => passOn(response, from, forwarded(from.headers)))
    .on('error', () => fail(response, 502, 'The development server does not answer.'));
}

async function readManifest(address: string) {
  const asked = await askJson(address, manifestSchema, limits);
  if (asked.ok) return asked.value;
  throw new Error(`${address} is no federation manifest: does your development server run?`);
}
