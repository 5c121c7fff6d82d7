import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../../run/spawn-tool.ts';

test('no control is disabled while an answer is under way: it would lose the keyboard', async () => {
  const disabled = /\bisDisabled=\{[^{}]*(?:\bis(?:Pending|Busy|Cancelling)|\.isPending)\b[^{}]*\}/g;
  expect('<Button isDisabled={isLost || save.isPending}>'.match(disabled)).toHaveLength(1);
  const files = globSync('renderer/**/*.tsx', { cwd: repositoryRoot });
  expect(files.length).toBeGreaterThan(100);
  const found = await Promise.all(
    files.map(async (file) =>
      [...(await readFile(path.join(repositoryRoot, file), 'utf8')).matchAll(disabled)].map(([code]) => ({
        file,
        code,
      })),
    ),
  );
  expect(found.flat()).toEqual([]);
});
