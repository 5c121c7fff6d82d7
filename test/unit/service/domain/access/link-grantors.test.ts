import { describe, expect, test } from 'vitest';
import { tryLink } from '../../../../../service/domain/access/links/try-link.ts';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { deleteCollaboration } from '../../../../../service/domain/collaborations/delete-collaboration.ts';
import { updateCollaboration } from '../../../../../service/domain/collaborations/update-collaboration.ts';
import { setUser } from '../../../../../service/domain/people/users/set-user.ts';
import { updateFile } from '../../../../../service/domain/tree/files/update-file.ts';
import { openDomainWorld, putFile } from '../../../../support/service/domain-world.ts';

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
