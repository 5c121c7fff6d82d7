import { expect, test } from 'vitest';
import { plainEnglish } from '../../../../preload/words/en/english.ts';
import { fixOf } from '../../../../preload/words/message.ts';

const refused = (other: string) => ({ code: 'local_folders_nested', args: { path: '/home/ann/work', other } }) as const;

test('a folder that syncs with another folder on the service does not overlap itself', () => {
  const itself = refused('/home/ann/work');
  expect(plainEnglish(itself)).toContain('already syncs with another folder on the service');
  expect(plainEnglish(fixOf(itself))).toContain('Stop syncing it there first');
  expect(plainEnglish(refused('/home/ann'))).toContain('overlaps the synced folder');
});
