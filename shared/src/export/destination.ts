import type { ExportFormat } from '../contracts/export.ts';

/** Where an export goes, byte by byte. A write that rejects is the end of it. */
export interface Destination {
  /** Resolves when there is room for more. */
  readonly write: (chunk: Uint8Array<ArrayBuffer>) => Promise<void>;
  /** Keeps what was written. Resolves to the name that it has now. */
  readonly finish: () => Promise<string>;
  /** Leaves nothing of it behind. */
  readonly giveUp: () => Promise<void>;
}

declare global {
  interface Window {
    /** Chromium's, in secure pages. Rejects with `AbortError` if nobody chose a file. */
    readonly showSaveFilePicker?: (options: {
      readonly suggestedName: string;
      readonly types: readonly {
        readonly description: string;
        readonly accept: Readonly<Record<string, readonly string[]>>;
      }[];
    }) => Promise<FileSystemFileHandle>;
  }
}

const types = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

/**
 * Asks for the file to save to, and else gathers one for the browser's downloads. Null: nobody chose
 * one. To be called at a click: browsers open no dialog by themselves.
 */
export async function chooseDestination(
  name: string,
  format: ExportFormat,
): Promise<Destination | null> {
  if (!window.showSaveFilePicker) return gatheredFile(name, format);
  try {
    const handle = await window.showSaveFilePicker({
      suggestedName: name,
      types: [{ description: format.toUpperCase(), accept: { [types[format]]: [`.${format}`] } }],
    });
    return await chosenFile(handle);
  } catch (reason) {
    const isCancelled = reason instanceof DOMException && reason.name === 'AbortError';
    return isCancelled ? null : gatheredFile(name, format);
  }
}

/** Written to the disk as it comes; the chosen file changes only when all of it is there. */
async function chosenFile(handle: FileSystemFileHandle): Promise<Destination> {
  const file = await handle.createWritable();
  const { size: before } = await handle.getFile();
  return {
    write: (chunk) => file.write(chunk),
    finish: async () => {
      await file.close();
      return handle.name;
    },
    giveUp: async () => {
      await file.abort();
      // The dialog has made an empty file of a new name.
      if (before === 0 && 'remove' in handle && typeof handle.remove === 'function') {
        await handle.remove();
      }
    },
  };
}

/** Bytes that are gathered into one blob, which a browser may keep on disk. */
const blobSize = 8_388_608;

function gatheredFile(name: string, format: ExportFormat): Destination {
  const type = types[format];
  let file = new Blob([], { type });
  let gathered: Uint8Array<ArrayBuffer>[] = [];
  let held = 0;
  const put = () => {
    file = new Blob([file, ...gathered], { type });
    gathered = [];
    held = 0;
  };
  return {
    write: async (chunk) => {
      gathered.push(chunk);
      held += chunk.length;
      if (held >= blobSize) put();
    },
    finish: async () => {
      put();
      download(file, name);
      return name;
    },
    giveUp: async () => {},
  };
}

function download(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The download has its own hold on the bytes by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
