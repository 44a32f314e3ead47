/** Files of a build: integrity and size in bytes, by path. */
export type BuildFiles = Readonly<Record<string, { integrity: string; size: number }>>;

/** How a file differs between two builds; `null`: there is none. Sizes in bytes. */
export interface FileChange {
  change: 'added' | 'removed' | 'changed';
  from: string | null;
  to: string | null;
  sizeFrom: number | null;
  sizeTo: number | null;
}

export interface BuildComparison {
  changes: FileChange[];
  /** Files of the same content under the same path. */
  same: number;
}

/**
 * Compares two builds. Bundlers put a hash of the content into file names. A removed and an added file
 * are therefore one changed file if their names differ in such a hash alone.
 */
export function compareBuilds(before: BuildFiles, after: BuildFiles): BuildComparison {
  const both = Object.keys(before).filter((path) => Object.hasOwn(after, path));
  const changed = both.filter((path) => before[path]?.integrity !== after[path]?.integrity);
  const pairs: [from: string | null, to: string | null][] = changed.map((path) => [path, path]);
  const gone = Object.keys(before).filter((path) => !Object.hasOwn(after, path));
  const added = new Set(Object.keys(after).filter((path) => !Object.hasOwn(before, path)));
  for (const path of gone) {
    const isAlike = (other: string) => stem(other) === stem(path);
    const [successor = null, ...others] = [...added].filter(isAlike);
    const isSure = others.length === 0 && gone.filter(isAlike).length === 1;
    pairs.push([path, isSure ? successor : null]);
    if (isSure && successor !== null) added.delete(successor);
  }
  for (const path of added) pairs.push([null, path]);
  const changes = pairs.map(
    ([from, to]): FileChange => ({
      change: from === null ? 'added' : to === null ? 'removed' : 'changed',
      from,
      to,
      sizeFrom: from === null ? null : (before[from]?.size ?? 0),
      sizeTo: to === null ? null : (after[to]?.size ?? 0),
    }),
  );
  const order = ({ from, to }: FileChange) => to ?? from ?? '';
  return {
    changes: changes.sort((one, other) => order(one).localeCompare(order(other))),
    same: both.length - changed.length,
  };
}

/**
 * The hash of the content that bundlers put into a file's name: after `.` or `-`, before an ending. Letters that read as
 * words, such as `Settings` or `userList`, are not taken for one, though one hash in a hundred may look like that.
 */
const contentHash =
  /[.-](?:[0-9a-f]{8,64}|(?=[\w-]*[0-9A-Z])(?![A-Za-z][a-z]{2,}(?:[A-Z][a-z]{2,})*\d?\.)[\w-]{8})(?=\.)/g;

function stem(path: string): string {
  return path.replaceAll(contentHash, '');
}
