import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { writeWhole } from '@tallystick/settings/write-whole';
import { codeOf } from '@tallystick/store/error-code';
import { freeSpace, reserve } from '@tallystick/store/free-space';
import { syncFolder } from '@tallystick/store/sync-folder';
import { DiskFull } from './disk-full.ts';
import { type FileStore, type FileStores, PathTaken, type StoredBuild } from './file-store.ts';

/** Bytes of the disk that files must leave free, so that the database never runs out of space before them. */
const minFree = reserve.usual + 16 * 1_048_576;

/** Keeps files in `artifacts/` and `drafts/` of a folder. These are made when something is written. */
export function filesOnDisk(folder: string): FileStores {
  const writing = { bytes: 0 };
  return {
    // The folder is made when something is written.
    check: async () => {},
    artifacts: storeIn(join(folder, 'artifacts'), writing),
    drafts: storeIn(join(folder, 'drafts'), writing),
  };
}

/** @param writing how much is being written to the same disk, here and by others with the same object */
function storeIn(folder: string, writing: { bytes: number }): FileStore {
  const folderOf = (app: string, build: string) => join(folder, app, build);
  const fileOf = (app: string, build: string, path: string) =>
    join(folderOf(app, build), ...path.split('/'));
  /** It is outside the folder of every build, so that listing a build never shows a half-written file. */
  const beside = join(folder, '.writing');

  /** Writes and syncs under another name first, so that no name ever stands for half a file. */
  async function written(bytes: Uint8Array, put: (draft: string) => Promise<void>): Promise<void> {
    // Counted before the free space is read. Otherwise writes at the same time would each see the same free space.
    writing.bytes += bytes.length;
    try {
      await mkdir(beside, { recursive: true });
      if ((await freeSpace(beside)) - writing.bytes < minFree) throw new DiskFull();
      await writeWhole(join(beside, 'file'), bytes, { flush: true }, put);
    } finally {
      writing.bytes -= bytes.length;
    }
  }

  const store: FileStore = {
    write: (app, build, path, bytes) => {
      const target = fileOf(app, build, path);
      return written(bytes, (draft) => inFolder(target, () => rename(draft, target)));
    },
    keep: async (app, build, path, bytes) => {
      const target = fileOf(app, build, path);
      let kept = await orNull(readFile(target));
      if (kept === null) {
        await written(bytes, (draft) =>
          inFolder(target, () =>
            link(draft, target).catch((error: unknown) => {
              if (codeOf(error) !== 'EEXIST') throw error;
            }),
          ),
        );
        kept = await readFile(target);
      }
      return kept.equals(bytes);
    },
    settle: async (app, build) => {
      const own = folderOf(app, build);
      const folders = (await listEntries(own))
        .filter((entry) => entry.isDirectory())
        .map((entry) => join(entry.parentPath, entry.name));
      for (const one of [...folders, own, dirname(own), folder]) await syncFolder(one);
    },
    read: (app, build, path) => orNull(readFile(fileOf(app, build, path))),
    list: async (app, build) => {
      const own = folderOf(app, build);
      return (await listEntries(own))
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(own.length + 1))
        .map((path) => path.replaceAll(sep, '/'))
        .sort();
    },
    remove: async (app, build) => {
      // Renamed first, so that no build is ever seen half deleted.
      await mkdir(beside, { recursive: true });
      const aside = join(beside, randomUUID());
      if ((await orNull(rename(folderOf(app, build), aside))) === null) return;
      await rm(aside, { recursive: true, force: true });
    },
    tidy: async (before) => {
      for (const name of (await orNull(readdir(beside))) ?? []) {
        const path = join(beside, name);
        const begun = await orNull(stat(path));
        if (begun !== null && begun.mtimeMs < before) await rm(path, { recursive: true });
      }
    },
    all: async () => {
      const found: StoredBuild[] = [];
      for (const app of await names(folder)) {
        for (const build of await names(join(folder, app))) {
          const paths = await store.list(app, build);
          // Its first file is still being written. With no file to take a time from, `changedAt` would be 0.
          if (paths.length === 0) continue;
          const stats = await Promise.all(
            paths.map((path) => orNull(stat(fileOf(app, build, path)))),
          );
          const changedAt = Math.max(0, ...stats.map((one) => one?.mtimeMs ?? 0));
          const sizes = new Map(paths.map((path, at) => [path, stats[at]?.size ?? 0]));
          found.push({ app, build, changedAt, sizes });
        }
      }
      return found;
    },
  };
  return store;
}

/** Does something in the folder of a file, and makes that folder if it does not exist. */
async function inFolder(file: string, act: () => Promise<void>): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await mkdir(dirname(file), { recursive: true });
      await act();
      return;
    } catch (error) {
      if (['EEXIST', 'ENOTDIR', 'EISDIR'].includes(codeOf(error)))
        throw new PathTaken('another file is in the way of its path');
      // Another process may have removed the folder since it was made: make it again.
      if (codeOf(error) !== 'ENOENT' || tries === 9) throw error;
    }
  }
}

async function listEntries(folder: string) {
  return (await orNull(readdir(folder, { recursive: true, withFileTypes: true }))) ?? [];
}

async function names(folder: string): Promise<string[]> {
  const entries = (await orNull(readdir(folder, { withFileTypes: true }))) ?? [];
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name);
}

/** The result, or null if the file or folder does not exist. */
async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return null;
    throw error;
  }
}
