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
 * Compares two builds. Bundlers put a hash of the content into names: a file that is gone and one
 * that is new are one changed file if only such a hash tells their names apart.
 */
export function compareBuilds(before: BuildFiles, after: BuildFiles): BuildComparison {
  const changes: FileChange[] = [];
  const gone: string[] = [];
  let same = 0;
  for (const [path, file] of Object.entries(before)) {
    const now = after[path];
    if (now === undefined) gone.push(path);
    else if (now.integrity === file.integrity) same += 1;
    else changes.push(changed(path, file.size, path, now.size));
  }
  const added = Object.keys(after).filter((path) => !(path in before));
  for (const path of gone) {
    const successors = added.filter((other) => stem(other) === stem(path));
    const rivals = gone.filter((other) => stem(other) === stem(path));
    const [successor] = successors;
    const size = before[path]?.size ?? 0;
    if (successor !== undefined && successors.length === 1 && rivals.length === 1) {
      changes.push(changed(path, size, successor, after[successor]?.size ?? 0));
      added.splice(added.indexOf(successor), 1);
    } else {
      changes.push({ change: 'removed', from: path, to: null, sizeFrom: size, sizeTo: null });
    }
  }
  for (const path of added) {
    const size = after[path]?.size ?? 0;
    changes.push({ change: 'added', from: null, to: path, sizeFrom: null, sizeTo: size });
  }
  return { changes: changes.sort((one, other) => order(one).localeCompare(order(other))), same };
}

function changed(from: string, sizeFrom: number, to: string, sizeTo: number): FileChange {
  return { change: 'changed', from, to, sizeFrom, sizeTo };
}

function order({ from, to }: FileChange): string {
  return to ?? from ?? '';
}

/** A path without the hash of its content. */
function stem(path: string): string {
  return path.replaceAll(/\.[0-9a-f]{8,}(?=\.)/g, '');
}
