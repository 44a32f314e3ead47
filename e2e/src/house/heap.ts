import type { CDPSession } from '@playwright/test';
import * as v from 'valibot';

/** Bytes that a page holds, after a collection, by what holds them. */
export interface Heap {
  /** Objects, arrays, texts, functions: what a program keeps. */
  readonly data: number;
  /** What V8 has made of the scripts: it compiles for as long as it learns what is often run. */
  readonly code: number;
  /** What Blink holds: elements, styles, layout. */
  readonly native: number;
  /** The objects of the program, in number. */
  readonly objects: number;
}

const snapshotSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    snapshot: v.object({
      meta: v.object({
        node_fields: v.array(v.string()),
        node_types: v.looseTuple([v.array(v.string())]),
      }),
    }),
    nodes: v.array(v.number()),
  }),
);

/** Takes a snapshot of the page's heap; it stops the page for as long as that takes. */
export async function heapOf(devtools: CDPSession): Promise<Heap> {
  const chunks: string[] = [];
  const gather = ({ chunk }: { chunk: string }) => chunks.push(chunk);
  devtools.on('HeapProfiler.addHeapSnapshotChunk', gather);
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  devtools.off('HeapProfiler.addHeapSnapshotChunk', gather);
  const { snapshot, nodes } = v.parse(snapshotSchema, chunks.join(''));
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [typeAt, sizeAt] = [fields.indexOf('type'), fields.indexOf('self_size')];
  const heap = { data: 0, code: 0, native: 0, objects: 0 };
  for (let node = 0; node < nodes.length; node += fields.length) {
    const type = types[0][nodes[node + typeAt] ?? 0];
    const place = type === 'code' || type === 'native' ? type : 'data';
    heap[place] += nodes[node + sizeAt] ?? 0;
    if (type === 'object') heap.objects += 1;
  }
  return heap;
}
