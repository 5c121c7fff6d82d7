import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { repositoryRoot } from './spawn-tool.ts';

/** The files whose tests take longest, under `test/`. */
const longest: ReadonlySet<string> = new Set(
  [
    'integration/authorisation/every-operation',
    'integration/command-line/attention',
    'integration/command-line/daemon',
    'integration/command-line/dry-run',
    'integration/engine/endings/torture',
    'integration/service-program/tandem-service',
    'integration/service-program/tandem-service-backup',
    'integration/service/operations/fuzz',
    'integration/service/people/oauth',
    'integration/service/tree/trees',
    'scale/backup',
    'scale/every-change-in-parallel',
    'scale/killed-service',
    'scale/migrate',
    'scale/parallel-changes',
    'scale/two-processes',
    'security/client/hostile-service',
    'security/service/contents/killed-after-download',
    'security/service/machine/shipped-flags',
    'security/service/contents/stuck-contents',
    'simulation/dry-run/from-seed-1',
    'simulation/dry-run/from-seed-151',
    'suites/items-in-postgres',
    'suites/people-in-postgres',
  ].map((name) => path.join(repositoryRoot, 'test', `${name}.test.ts`)),
);

/**
 * Starts the longest files of each project first. vitest starts the largest ones first, and a small file may run for a minute: as the last
 * one it would leave every other process idle.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => longest.has(path.normalize(moduleId));
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((one) => {
      const own = sorted.filter(({ project }) => project === one);
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}
