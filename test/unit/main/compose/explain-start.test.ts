import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readAccount } from '../../../../main/account/account-record.ts';
import { explainStart } from '../../../../main/compose/explain-start.ts';
import { plainEnglish } from '../../../../preload/words/en/english.ts';

let state: string;
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'tandem-start-'));
});
afterEach(() => rm(state, { recursive: true }));

const said = (error: unknown): string | null => {
  const words = explainStart(error);
  return words === null ? null : plainEnglish(words);
};

test('a start that fails over a file of this computer says what helps', async () => {
  const file = join(state, 'account.json');
  await writeFile(file, 'no JSON');
  const error = await readAccount(state).catch((cause: unknown) => cause);
  expect(said(error)).toContain(`The file "${file}" is damaged. Delete it`);
  expect(said(Object.assign(new Error('disk'), { code: 'ENOSPC' }))).toContain('disk');
  expect(said(new Error('of its own'))).toBeNull();
});
