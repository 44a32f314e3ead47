import type { ChunkGroup, Compiler } from '@rspack/core';
import { emitAsset } from './emit-asset.ts';

/** Writes `entry.json`: the files that a page loads to start the shell, in order. */
export class StartFilesPlugin {
  apply(compiler: Compiler): void {
    emitAsset(compiler, 'entry.json', 'report', ({ entrypoints }) => {
      const { js, css } = filesOf(entrypoints.get('main'));
      return JSON.stringify({ scripts: js, styles: css });
    });
  }
}

function filesOf(group: ChunkGroup | undefined): { js: string[]; css: string[] } {
  const files = [...(group?.getFiles() ?? [])];
  return {
    js: files.filter((file) => file.endsWith('.js')),
    css: files.filter((file) => file.endsWith('.css')),
  };
}
