import { describe, expect, test } from 'vitest';
import { stampOf } from '../../../../../service/domain/access/links/live-link.ts';
import { provesPassword, tryLink } from '../../../../../service/domain/access/links/try-link.ts';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { deleteCollaboration } from '../../../../../service/domain/collaborations/delete-collaboration.ts';
import { updateCollaboration } from '../../../../../service/domain/collaborations/update-collaboration.ts';
import { setUser } from '../../../../../service/domain/people/users/set-user.ts';
import { updateFile } from '../../../../../service/domain/tree/files/update-file.ts';
import { type DomainWorld, openDomainWorld, putFile } from '../../../../support/service/domain-world.ts';

/** A file of Ann, with a link by Bob, who is an editor of it. */
async function openWorld(canEdit = false) {
  const world = await openDomainWorld();
  const { service } = world;
  const [ann, bob] = [await world.join('ann'), await world.join('bob')];
  const { id: fileId } = await putFile(service, ann, '0', 'f');
  const item = { kind: 'file' as const, id: fileId };
  const { id } = await createCollaboration(service, ann, { item, invited: { login: 'bob' }, role: 'editor' });
  await updateFile(service, bob, { fileId, sharedLink: { access: 'open', canEdit } });
  return {
    service,
    ann,
    id,
    tried: async () => (await tryLink(service, null, { itemId: fileId }, null)).kind,
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

describe('a link opens nothing, even before a job removes it,', () => {
  test('once the account of the owner of its item is closed', async () => {
    await using t = await openWorld();
    expect(await t.tried()).toBe('open');
    await setUser(t.service, 'ann', { status: 'inactive' });
    expect(await t.tried()).toBe('gone');
  });

  test('once the person who made it has no access any more', async () => {
    await using t = await openWorld();
    await deleteCollaboration(t.service, t.ann, t.id);
    expect(await t.tried()).toBe('gone');
  });

  test.each([
    ['viewer', false, 'open'],
    ['previewer', false, 'gone'],
    ['viewer', true, 'gone'],
    ['editor', true, 'open'],
  ] as const)('once that person could not make it any more: %s, can_edit %s: %s', async (role, canEdit, kind) => {
    await using t = await openWorld(canEdit);
    await updateCollaboration(t.service, t.ann, { id: t.id, role });
    expect(await t.tried()).toBe(kind);
  });
});

describe('an open link', () => {
  /** A file of Ann with an open link. */
  async function openLinked(settings: object) {
    const world = await openDomainWorld();
    const ann = await world.join('ann');
    const { id } = await putFile(world.service, ann, '0', 'f');
    await updateFile(world.service, ann, { fileId: id, sharedLink: { access: 'open', ...settings } });
    const link = await world.service.store.read(({ sharedLinks }) => sharedLinks.get(id));
    if (link === null) throw new Error('There is no link.');
    return { service: world.service, id, link, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
  }

  test.each([
    ['viewer', {}],
    ['previewer', { canDownload: false }],
    ['viewer uploader', { canEdit: true }],
  ] as const)('lets a visitor in as a %s of its item with %j, by each of its names', async (role, settings) => {
    await using t = await openLinked({ ...settings, vanityName: 'a-vanity-name' });
    const { token } = t.link;
    const names = [
      { itemId: t.id },
      { token },
      { vanityName: 'a-vanity-name' },
      { address: `http://service.test/s/${token}` },
      { address: '/v/a-vanity-name' },
    ];
    for (const name of names) {
      const trial = await tryLink(t.service, null, name, null);
      expect(trial).toMatchObject({ kind: 'open', pass: { itemId: t.id, role, stamp: stampOf(t.link) } });
    }
  });

  test('has a password only if one was set', async () => {
    await using free = await openLinked({});
    expect(await provesPassword(free.service, free.link, 'correct horse')).toBe(false);
    await using t = await openLinked({ password: 'correct horse' });
    expect(await provesPassword(t.service, t.link, 'correct horse')).toBe(true);
    expect(await provesPassword(t.service, t.link, 'battery staple')).toBe(false);
  });
});

describe('a link is open', () => {
  const visitors = async (world: DomainWorld) => {
    const [ann, bob, eve] = [await world.join('ann'), await world.join('bob'), await world.join('eve')];
    const { id } = await putFile(world.service, ann, '0', 'f');
    const invitation = { item: { kind: 'file' as const, id }, invited: { login: 'bob' } };
    await createCollaboration(world.service, ann, { ...invitation, role: 'viewer' });
    return { ann, id, all: [null, eve.user, bob.user] };
  };

  test.each([
    ['open', ['open', 'open', 'open']],
    ['company', ['people', 'open', 'open']],
    ['collaborators', ['people', 'others', 'open']],
  ] as const)('with access %s for a visitor, a person of the enterprise, a collaborator: %j', async (access, kinds) => {
    await using world = await openDomainWorld();
    const { ann, id, all } = await visitors(world);
    await updateFile(world.service, ann, { fileId: id, sharedLink: { access } });
    const tried = await Promise.all(all.map((visitor) => tryLink(world.service, visitor, { itemId: id }, null)));
    expect(tried.map(({ kind }) => kind)).toEqual(kinds);
  });

  test('with a password only for the proof of that password, not of an earlier one', async () => {
    await using world = await openDomainWorld();
    const { ann, id } = await visitors(world);
    const { service } = world;
    const protect = async (password: string) => {
      await updateFile(service, ann, { fileId: id, sharedLink: { access: 'open', password } });
      const link = await service.store.read(({ sharedLinks }) => sharedLinks.get(id));
      return link === null ? '' : stampOf(link);
    };
    const kindWith = async (stamp: string | null) => (await tryLink(service, null, { itemId: id }, stamp)).kind;
    const earlier = await protect('correct horse');
    expect([await kindWith(null), await kindWith(earlier)]).toEqual(['password', 'open']);
    const current = await protect('battery staple');
    expect([await kindWith(earlier), await kindWith(current)]).toEqual(['password', 'open']);
  });
});
