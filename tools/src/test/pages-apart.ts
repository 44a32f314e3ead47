import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const withDocument = '// @vitest-environment jsdom';

/**
 * The order of test files: a package's files with a document stand together. A thread is kept for
 * the next file only if that one has the same environment. In any other order most files would
 * begin with a thread and modules of their own. The packages with the fewest files come first, so
 * that no long file of theirs runs alone at the end.
 */
export class PagesApart extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const apart = Map.groupBy(sorted, ({ project, moduleId }) =>
      readFileSync(moduleId, 'utf8').startsWith(withDocument)
        ? `${project.name} with a document`
        : project.name,
    );
    return [...apart.values()].sort((one, other) => one.length - other.length).flat();
  }
}
