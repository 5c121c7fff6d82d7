import { describe, expect, it } from 'vitest';
import type { CodeRecord, RefreshTokenRecord, TokenRecord } from '../../../service/ports/metadata/people/tokens.ts';
import { ann, type MetadataStoreFixture } from './metadata-store.ts';

type Open = () => Promise<MetadataStoreFixture>;

/** A time beyond 32 bits, as times in milliseconds are. */
const start = 1_800_000_000_000;
const grant = { clientId: 'app', familyId: 'f1', devicePinId: null };

const token = (digest: string, changes: Partial<TokenRecord> = {}): TokenRecord => ({
  digest,
  userId: ann.id,
  scopes: ['root_readonly'],
  createdAt: start,
  expiresAt: start + 1,
  grant,
  narrowedFrom: null,
  confirms: null,
  restriction: null,
  ...changes,
});
const refresh = (digest: string, changes: Partial<RefreshTokenRecord> = {}): RefreshTokenRecord => ({
  digest,
  userId: ann.id,
  scopes: ['root_readonly', 'root_readwrite'],
  createdAt: start,
  expiresAt: start + 1,
  usedAt: null,
  successor: null,
  grant,
  ...changes,
});
const code = (digest: string, changes: Partial<CodeRecord> = {}): CodeRecord => ({
  digest,
  userId: ann.id,
  clientId: 'app',
  familyId: 'f1',
  scopes: [],
  redirectUri: null,
  codeChallenge: 'c',
  createdAt: start,
  expiresAt: start + 1,
  usedAt: null,
  ...changes,
});

async function withTokens(open: Open): Promise<MetadataStoreFixture> {
  const fixture = await open();
  await fixture.store.transaction(async ({ users, tokens }) => {
    await users.insert(ann);
    await tokens.insert(token('a1'));
    await tokens.insert(token('a2', { grant: { ...grant, familyId: 'f2', devicePinId: '70' }, expiresAt: null }));
    await tokens.insert(token('a3', { grant: null, restriction: { itemId: '9', sharedLink: 'https://h/s/x' } }));
    await tokens.insertRefresh(refresh('r1'));
    await tokens.insertRefresh(refresh('r2', { grant: { ...grant, familyId: 'f2', devicePinId: '70' } }));
    await tokens.insertCode(code('c1'));
  });
  return fixture;
}

/** Which of the tokens above are there. */
async function left({ store }: MetadataStoreFixture): Promise<string> {
  return store.read(async ({ tokens }) => {
    const found = [
      ...(await Promise.all(['a1', 'a2', 'a3'].map((digest) => tokens.get(digest)))),
      ...(await Promise.all(['r1', 'r2'].map((digest) => tokens.getRefresh(digest)))),
      await tokens.getCode('c1'),
    ];
    return found.map((one) => one?.digest ?? '-').join(' ');
  });
}

/** The contract of every metadata store for tokens, clients, passwords, browsers and devices. */
export function signInSuite(open: Open): void {
  describe('tokens', () => {
    it('forgets the successor of a refresh token once any token of the new pair is used, and deletes an access token that was not', async () => {
      await using fixture = await withTokens(open);
      const exchange = async (confirming: string) =>
        fixture.store.transaction(async ({ tokens }) => {
          await tokens.insert(token(confirming, { confirms: 'r1' }));
          await tokens.markRefreshUsed('r1', start + 5, 'r2');
        });
      const successor = () => fixture.store.read(async ({ tokens }) => (await tokens.getRefresh('r1'))?.successor);
      await exchange('b1');
      expect((await fixture.store.tokenOwner('b1'))?.token.confirms).toBe('r1');
      await fixture.store.transaction(({ tokens }) => tokens.confirm('b1'), 'apart');
      expect([await successor(), (await fixture.store.tokenOwner('b1'))?.token.confirms]).toEqual([null, null]);
      await exchange('b2');
      await fixture.store.transaction(({ tokens }) => tokens.markRefreshUsed('r2', start + 6, null));
      expect(await successor()).toBeNull();
      await fixture.store.transaction(({ tokens }) => tokens.deleteUnconfirmed('r1'));
      expect([await fixture.store.tokenOwner('b2'), await fixture.store.tokenOwner('b1')]).toMatchObject([null, {}]);
    });

    it('returns stored tokens, and when they were used', async () => {
      await using fixture = await withTokens(open);
      await fixture.store.transaction(async ({ tokens }) => {
        await tokens.markRefreshUsed('r1', start + 5, 'r2');
        await tokens.markCodeUsed('c1', start + 6);
      });
      await fixture.store.read(async ({ tokens }) => {
        expect(await tokens.get('a1')).toEqual(token('a1'));
        expect((await tokens.get('a2'))?.grant).toEqual({ clientId: 'app', familyId: 'f2', devicePinId: '70' });
        expect((await tokens.get('a3'))?.restriction).toEqual({ itemId: '9', sharedLink: 'https://h/s/x' });
        expect(await tokens.getRefresh('r1')).toEqual(refresh('r1', { usedAt: start + 5, successor: 'r2' }));
        expect(await tokens.getCode('c1')).toEqual(code('c1', { usedAt: start + 6 }));
      });
    });

    it('deletes a token with every token narrowed from it, and no other', async () => {
      await using fixture = await withTokens(open);
      const narrowed = { n1: 'a1', n2: 'n1', n3: 'n2', other: 'a3' };
      await fixture.store.transaction(async ({ tokens }) => {
        for (const [digest, narrowedFrom] of Object.entries(narrowed))
          await tokens.insert(token(digest, { narrowedFrom }));
      });
      const owners = async () => {
        const found = await Promise.all(Object.keys(narrowed).map((digest) => fixture.store.tokenOwner(digest)));
        return found.map((owner) => owner?.token.narrowedFrom);
      };
      expect(await owners()).toEqual(['a1', 'n1', 'n2', 'a3']);
      await fixture.store.transaction(({ tokens }) => tokens.delete('n1'));
      expect([await owners(), await left(fixture)]).toEqual([
        [undefined, undefined, undefined, 'a3'],
        'a1 a2 a3 r1 r2 c1',
      ]);
    });

    it('knows whose a token is as of the last commit, of whichever process', async () => {
      await using fixture = await withTokens(open);
      const other = await fixture.openAnother();
      const roles = async () => {
        const found = await Promise.all([fixture.store, other].map((store) => store.tokenOwner('a1')));
        return found.map((owner) => owner && [owner.token.digest, owner.user.role]);
      };
      expect(await roles()).toEqual([
        ['a1', 'admin'],
        ['a1', 'admin'],
      ]);
      await other.transaction(({ users }) => users.update(ann.id, { role: 'user' }));
      expect(await roles()).toEqual([
        ['a1', 'user'],
        ['a1', 'user'],
      ]);
      await fixture.store.transaction(({ tokens }) => tokens.delete('a1'));
      expect(await roles()).toEqual([null, null]);
      await other.transaction(({ tokens }) => tokens.insert(token('a1')));
      expect(await roles()).toEqual([
        ['a1', 'user'],
        ['a1', 'user'],
      ]);
      await other.transaction(({ users }) => users.remove(ann.id, start));
      expect(await roles()).toEqual([null, null]);
      await other.close();
    });

    it('knows whose a token is after each kind of deletion', async () => {
      for (const [end, subject] of [
        ['delete', 'a2'],
        ['deleteFamily', 'f2'],
        ['deleteOfDevice', '70'],
        ['deleteOfUser', ann.id],
        ['deleteOfClient', 'app'],
      ] as const) {
        await using fixture = await withTokens(open);
        expect(await fixture.store.tokenOwner('a2')).not.toBeNull();
        await fixture.store.transaction(({ tokens }) => tokens[end](subject));
        expect([end, await fixture.store.tokenOwner('a2')]).toEqual([end, null]);
      }
    });

    it('keeps knowing whose a token is when the transaction that deleted it was rolled back', async () => {
      await using fixture = await withTokens(open);
      expect(await fixture.store.tokenOwner('a1')).not.toBeNull();
      const undone = fixture.store.transaction(async ({ tokens }) => {
        await tokens.delete('a1');
        throw new Error('no');
      });
      await expect(undone).rejects.toThrow('no');
      expect((await fixture.store.tokenOwner('a1'))?.token.digest).toBe('a1');
    });

    it('ends a sign-in, a device, a person, a client, each without the others', async () => {
      for (const [end, remaining] of [
        ['deleteFamily', '- a2 a3 - r2 c1'],
        ['deleteOfDevice', 'a1 - a3 r1 - c1'],
        ['deleteOfUser', '- - - - - -'],
        ['deleteOfClient', '- - a3 - - -'],
      ] as const) {
        await using fixture = await withTokens(open);
        const subject = { deleteFamily: 'f1', deleteOfDevice: '70', deleteOfUser: ann.id, deleteOfClient: 'app' }[end];
        await fixture.store.transaction(async ({ tokens }) => tokens[end](subject));
        expect([end, await left(fixture)]).toEqual([end, remaining]);
      }
    });

    it('notes an assertion once, until it is forgotten', async () => {
      await using fixture = await withTokens(open);
      const note = () => fixture.store.transaction(({ tokens }) => tokens.noteAssertion('j', start + 1));
      expect([await note(), await note()]).toEqual([true, false]);
      expect(await fixture.store.transaction(({ tokens }) => tokens.deleteExpiredBefore(start + 2, 100))).toBe(6);
      expect(await note()).toBe(true);
    });

    it('deletes expired tokens of every kind, never one without an expiry date', async () => {
      await using fixture = await withTokens(open);
      expect(await fixture.store.transaction(({ tokens }) => tokens.deleteExpiredBefore(start + 1, 100))).toBe(0);
      expect(await fixture.store.transaction(({ tokens }) => tokens.deleteExpiredBefore(start + 2, 100))).toBe(5);
      expect(await left(fixture)).toBe('- a2 - - - -');
    });
  });

  describe('clients', () => {
    it('are listed in the order in which they came', async () => {
      await using fixture = await open();
      const client = {
        id: 'b',
        name: 'Über',
        secretHash: null,
        publicKey: null,
        redirectUris: ['http://localhost/x'],
        grants: ['authorization_code'],
        scopes: ['root_readonly'],
        serviceAccountId: null,
        createdAt: start,
      };
      const later = { ...client, id: 'a', secretHash: 'h', publicKey: 'k', createdAt: start + 1 };
      await fixture.store.transaction(async ({ clients }) => {
        await clients.insert(later);
        await clients.insert(client);
        await clients.setServiceAccount('a', '42');
      });
      expect(await fixture.store.read(({ clients }) => clients.list())).toEqual([
        client,
        { ...later, serviceAccountId: '42' },
      ]);
      await fixture.store.transaction(({ clients }) => clients.delete('b'));
      expect(await fixture.store.read(({ clients }) => clients.get('b'))).toBeNull();
    });
  });

  describe('passwords, browsers and devices', () => {
    it('keeps one password a person, the last one', async () => {
      await using fixture = await open();
      const hash = () => fixture.store.read(({ signIn }) => signIn.passwordHash('5'));
      expect(await hash()).toBeNull();
      await fixture.store.transaction(({ signIn }) => signIn.setPassword('5', 'first', start));
      await fixture.store.transaction(({ signIn }) => signIn.setPassword('5', 'second', start + 1));
      expect(await hash()).toBe('second');
      await fixture.store.transaction(({ signIn }) => signIn.deletePassword('5'));
      expect(await hash()).toBeNull();
    });

    it('counts wrong passwords in an open window, and begins another after it ends or the clock is set back', async () => {
      await using fixture = await withTokens(open);
      const windowAt = (now: number) => ({ now, endsAt: now + 10, latestEnd: now + 20 });
      const add = (now: number) => fixture.store.transaction(({ guesses }) => guesses.add('k', windowAt(now)), 'apart');
      const known = (now: number) => fixture.store.read(({ guesses }) => guesses.get('k', windowAt(now)));
      await add(start);
      await add(start + 9);
      expect(await known(start + 9)).toEqual({ failures: 2, endsAt: start + 10 });
      expect(await known(start - 10)).toEqual({ failures: 2, endsAt: start + 10 });
      expect([await known(start + 10), await known(start - 11)]).toEqual([null, null]);
      await add(start + 10);
      expect(await known(start + 10)).toEqual({ failures: 1, endsAt: start + 20 });
      await add(start - 1);
      expect(await known(start - 1)).toEqual({ failures: 1, endsAt: start + 9 });
    });

    it('ends browsers one by one, for a person, and for their age', async () => {
      await using fixture = await open();
      const session = (digest: string, userId: string) => ({ digest, userId, createdAt: start, expiresAt: start + 9 });
      const sessions = [session('1', '5'), session('2', '5'), session('3', '6'), session('4', '7')];
      const there = async () => {
        const found = await fixture.store.read(({ signIn }) =>
          Promise.all(sessions.map(({ digest }) => signIn.browserSession(digest))),
        );
        return found.filter((one) => one !== null);
      };
      for (const one of sessions) await fixture.store.transaction(({ signIn }) => signIn.insertBrowserSession(one));
      expect(await there()).toEqual(sessions);
      await fixture.store.transaction(({ signIn }) => signIn.deleteBrowserSession('4'));
      await fixture.store.transaction(({ signIn }) => signIn.deleteBrowserSessionsOfUser('5'));
      expect(await there()).toEqual([sessions[2]]);
      const expire = (time: number) =>
        fixture.store.transaction(({ signIn }) => signIn.deleteBrowserSessionsExpiredBefore(time, 100));
      expect([await expire(start + 9), await expire(start + 10)]).toEqual([0, 1]);
    });

    it('knows a device again, and lists all in pages of either direction', async () => {
      await using fixture = await open();
      const pin = (id: string, deviceDigest: string, productName = 'Tandem') => {
        return { id, userId: '5', deviceDigest, productName, createdAt: start };
      };
      const pins = [pin('9', 'd1'), pin('10', 'd2'), pin('11', 'd1', 'Other')];
      for (const one of pins) await fixture.store.transaction(({ devicePins }) => devicePins.insert(one));
      await fixture.store.read(async ({ devicePins }) => {
        expect(await devicePins.find({ userId: '5', deviceDigest: 'd1', productName: 'Other' })).toEqual(pins[2]);
        expect(await devicePins.find({ userId: '6', deviceDigest: 'd1', productName: 'Other' })).toBeNull();
        expect(await devicePins.list({ after: null, direction: 'ASC', limit: 2 })).toEqual(pins.slice(0, 2));
        expect(await devicePins.list({ after: '10', direction: 'ASC', limit: 2 })).toEqual([pins[2]]);
        expect(await devicePins.list({ after: '11', direction: 'DESC', limit: 9 })).toEqual([pins[1], pins[0]]);
      });
      const twice = fixture.store.transaction(({ devicePins }) => devicePins.insert(pin('12', 'd1')));
      await expect(twice).rejects.toThrow();
    });
  });
}
