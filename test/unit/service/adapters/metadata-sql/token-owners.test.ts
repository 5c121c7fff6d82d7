import { expect, test } from 'vitest';
import { keepTokenOwners } from '../../../../../service/adapters/metadata-sql/people/token-owners.ts';
import type { TokenOwner } from '../../../../../service/ports/metadata/people/tokens.ts';
import { ann } from '../../../../suites/metadata/metadata-store.ts';

const ownerOf = (digest: string): TokenOwner => ({
  token: {
    digest,
    userId: ann.id,
    scopes: [],
    createdAt: 1,
    expiresAt: null,
    grant: null,
    narrowedFrom: null,
    confirms: null,
    restriction: null,
  },
  user: ann,
});

/** Owners whose lookups are counted and answered from a table, with other connections that commit on demand. */
function openOwners() {
  let commits = 0;
  const stored = new Map([['a', ownerOf('a')]]);
  const lookups: string[] = [];
  const owners = keepTokenOwners(() => commits);
  const find = (digest: string) =>
    owners.find(digest, async () => {
      lookups.push(digest);
      return stored.get(digest) ?? null;
    });
  return { owners, stored, lookups, find, commitElsewhere: () => void (commits += 1) };
}

test('a known token is not looked up again, until owners are forgotten', async () => {
  const { owners, lookups, find, stored } = openOwners();
  await find('a');
  expect([await find('a'), lookups]).toEqual([ownerOf('a'), ['a']]);
  stored.delete('a');
  owners.forget();
  expect([await find('a'), lookups]).toEqual([null, ['a', 'a']]);
});

test('an unknown token is looked up every time', async () => {
  const { lookups, find, stored } = openOwners();
  expect(await find('b')).toBeNull();
  stored.set('b', ownerOf('b'));
  expect([await find('b'), lookups]).toEqual([ownerOf('b'), ['b', 'b']]);
});

test('a commit of another connection forgets everything', async () => {
  const { stored, find, commitElsewhere } = openOwners();
  await find('a');
  stored.delete('a');
  commitElsewhere();
  expect(await find('a')).toBeNull();
});

test.each(['forget', 'commit elsewhere'] as const)(
  'a lookup that straddles a revocation (%s) leaves nothing',
  async (how) => {
    const { owners, stored, find, commitElsewhere } = openOwners();
    const read = Promise.withResolvers<TokenOwner | null>();
    const straddling = owners.find('a', () => read.promise);
    stored.delete('a');
    if (how === 'forget') owners.forget();
    else {
      commitElsewhere();
      await find('another');
    }
    read.resolve(ownerOf('a'));
    await straddling;
    expect(await find('a')).toBeNull();
  },
);

test('beyond the most owners kept, the oldest goes', async () => {
  const { stored, lookups, find } = openOwners();
  const others = Array.from({ length: 5_000 }, (_, index) => `t${index}`);
  await find('a');
  for (const digest of others) stored.set(digest, ownerOf(digest));
  for (const digest of others) await find(digest);
  lookups.length = 0;
  await find('t4999');
  await find('a');
  expect(lookups).toEqual(['a']);
});
