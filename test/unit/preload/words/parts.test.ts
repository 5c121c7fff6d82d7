import { expect, test } from 'vitest';
import { german, germanWriting } from '../../../../preload/words/de/german.ts';
import { english, englishWriting } from '../../../../preload/words/en/english.ts';
import { inTurn, titleOf, type Words } from '../../../../preload/words/message.ts';
import { createSayInParts } from '../../../../preload/words/parts.ts';

const inEnglish = createSayInParts(english, englishWriting(Date.now));
const inGerman = createSayInParts(german, germanWriting(Date.now));

const invitation = (from: string, item: string): Words => ({ code: 'invitation', args: { from, item } });
const moved = { code: 'root_moved_details', args: { before: 'Plans', now: 'Plans' } } as const;

test('the names of people and items are apart from the words, without quotes', () => {
  expect(inEnglish(invitation('Carol Ito', 'Harbour House'))).toEqual([
    { name: 'Carol Ito' },
    ' invites you to ',
    { name: 'Harbour House' },
  ]);
  expect(inGerman(invitation('Carol Ito', 'Harbour House'))).toEqual([
    { name: 'Carol Ito' },
    ' lädt Sie zu ',
    { name: 'Harbour House' },
    ' ein',
  ]);
});

test('a name that the service does not tell is none', () => {
  expect(inEnglish(invitation('', ''))).toEqual(['Someone invites you to collaborate']);
  expect(inGerman(invitation('', ''))).toEqual(['Jemand lädt Sie zur Zusammenarbeit ein']);
});

test('a finished upload names its folder, if it is not the root folder of the account', () => {
  const uploaded = (folder: string, failed = 0): Words => ({
    code: 'drop_finished_details',
    args: { sent: 2, failed, folder },
  });
  expect(inEnglish(uploaded('Plans', 1))).toEqual(['2 files uploaded to ', { name: 'Plans' }, ', 1 file failed.']);
  expect(inGerman(uploaded('Plans'))).toEqual(['2 Dateien nach ', { name: 'Plans' }, ' hochgeladen.']);
  expect(inEnglish(uploaded(''))).toEqual(['2 files uploaded.']);
});

test('a name with quotes, or that another one repeats, stays whole', () => {
  expect(inEnglish(invitation('Ann “A” Lee', '0'))).toEqual([
    { name: 'Ann “A” Lee' },
    ' invites you to ',
    { name: '0' },
  ]);
  expect(inEnglish(moved)).toEqual([
    { name: 'Plans' },
    ' is now at ',
    { name: 'Plans' },
    '. Tandem keeps syncing it there.',
  ]);
});

test('a title has no full stop, sentences follow each other, and the words of others have no names', () => {
  expect(inEnglish(titleOf(inTurn('Done.', moved)))).toEqual([
    'Done. ',
    { name: 'Plans' },
    ' is now at ',
    { name: 'Plans' },
    '. Tandem keeps syncing it there',
  ]);
  expect(inEnglish('Service says “no”.')).toEqual(['Service says “no”.']);
});
