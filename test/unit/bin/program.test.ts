import { cp, mkdir, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

let clone: string;
const inClone = (file: string) => path.join(clone, file);
const moduleNow = async () => {
  const { programModule } = await import(/* @vite-ignore */ pathToFileURL(inClone('bin/program.mjs')).href);
  return path.relative(clone, new URL(programModule('tandem', 'main/cli.ts')).pathname);
};

beforeEach(async () => {
  clone = await mkdtemp(path.join(tmpdir(), 'tandem-clone-'));
  for (const folder of ['bin', 'main', 'dist/programs']) await mkdir(inClone(folder), { recursive: true });
  await cp(path.resolve(import.meta.dirname, '../../../bin/program.mjs'), inClone('bin/program.mjs'));
  for (const file of ['main/cli.ts', 'main/other.ts']) await writeFile(inClone(file), '');
  const timeOf = async (file: string) => [file, (await stat(inClone(file))).mtimeMs];
  const times = await Promise.all(['main/cli.ts', 'main/other.ts'].map(timeOf));
  await writeFile(inClone('dist/programs/sources.json'), JSON.stringify(times));
});
afterEach(async () => rm(clone, { recursive: true }));

test('the built program runs while its sources are as they were', async () => {
  expect(await moduleNow()).toBe('dist/programs/tandem.mjs');
});

test('a source that was changed, made older or removed makes the sources run', async () => {
  for (const time of [new Date(), new Date('2020-01-01')]) {
    await utimes(inClone('main/other.ts'), time, time);
    expect(await moduleNow()).toBe('main/cli.ts');
  }
  await rm(inClone('main/other.ts'));
  expect(await moduleNow()).toBe('main/cli.ts');
});

test('without a build the sources run', async () => {
  await rm(inClone('dist'), { recursive: true });
  expect(await moduleNow()).toBe('main/cli.ts');
});
