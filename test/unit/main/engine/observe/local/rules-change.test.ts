import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLocalObserver } from '../../../../../../main/engine/observe/local/observer.ts';
import { FileSystemError } from '../../../../../../main/engine/ports/file-system.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../support/local-root.ts';

let root: LocalRoot;
beforeEach(async () => {
  root = await openLocalRoot();
});
afterEach(() => root.dispose());

test('[E79] what a rule named that is taken away is looked for until it was found: a look that failed is made up for', async () => {
  await root.write('.tandemignore', '*.log');
  await root.write('docs/deep/a.log', 'log');
  let isReadable = true;
  const { fileSystem } = root.parts;
  const walk: typeof fileSystem.walk = (...from) => {
    if (isReadable) return fileSystem.walk(...from);
    throw new FileSystemError('io', root.path, 'not now');
  };
  const observer = createLocalObserver({ ...root.parts, fileSystem: { ...fileSystem, walk } });
  await observer.scanAll();
  await rm(root.at('.tandemignore'));
  isReadable = false;
  await expect(observer.scanDirectories([root.path])).rejects.toThrow('not now');
  isReadable = true;
  await observer.scanDirectories([root.path]);
  expect(root.tree()).toContain('docs/deep/a.log');
});
