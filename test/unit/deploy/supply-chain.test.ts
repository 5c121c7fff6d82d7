import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const read = async (file: string) => readFile(path.join(root, file), 'utf8');

test('the workflow pins each action to a commit, with its version beside it', async () => {
  const uses = [...(await read('.github/workflows/ci.yml')).matchAll(/uses: (.*)/g)].map(([, action]) => action);
  expect(uses.length).toBeGreaterThan(5);
  for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test('a release carries a bill of materials and is attested, before anyone can publish it', async () => {
  const [, release = ''] = (await read('.github/workflows/ci.yml')).split('\n  release:\n');
  const steps = ['npm sbom', 'attest-build-provenance', 'gh release create'].map((step) => release.indexOf(step));
  expect(steps).toEqual([...steps].sort((one, other) => one - other));
  expect(steps).not.toContain(-1);
  expect(release).toContain('attestations: write');
});

test('packages run no install scripts, but for the one that is named', async () => {
  expect(await read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
  const rebuilt = [...(await read('bin/setup.sh')).matchAll(/npm rebuild (\S+)/g)].map(([, name]) => name);
  const { allowScripts } = JSON.parse(await read('package.json'));
  expect(rebuilt).toEqual(Object.keys(allowScripts).filter((name) => allowScripts[name]));
});
