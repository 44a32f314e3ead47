import { expect, it } from 'vitest';
import { root } from '../project.ts';
import { isCode, readSources } from './source-files.ts';

/** What runs on servers, and therefore goes by a monotonic clock (docs/decisions/0052-clocks.md). */
const servers = /^(backend|platform\/(admin|guard|registry|site|store))\/(src|parts)\//;
/** Where the time of day is meant: stamps of data, names of files, a receiver's clock, when a token ends. */
const meant = [
  'backend/src/export/export.ts',
  'backend/src/sample/demo.ts',
  'backend/src/simulate/simulate.ts',
  'platform/admin/src/machine-key.ts',
  'platform/registry/src/notice/send.ts',
  'platform/registry/src/open.ts',
  'platform/registry/src/registry-over.ts',
];

it('reads the wall clock where the time of day is meant, and nowhere else', () => {
  const reading = readSources(root)
    .filter((file) => isCode(file) && servers.test(file.path))
    .filter(({ path }) => !/\.(test|proof|testing)\.ts$/.test(path))
    .filter(({ text }) => /Date\.now|new Date\(\)/.test(text));
  expect(reading.map(({ path }) => path).sort()).toEqual(meant);
});
