import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sdkClient } from '../../support/service/callers/sdk-client.ts';
import { callerOf } from '../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const fields = { fields: 'shared_link' };
const password = 'Secret-123@';

async function clients() {
  const visitor = await service.addPerson(`visitor${Math.random()}@example.com`);
  return { own: sdkClient(service, service.person.token), visitor: sdkClient(service, visitor.token) };
}

async function newFileId(name: string): Promise<string> {
  const uploaded = await callerOf(service, service.person.token).upload(
    { name, parent: { id: '0' } },
    'shared content',
  );
  return uploaded.json.entries[0]?.id ?? '';
}

describe('shared links with the public SDK', () => {
  test('on a file: added, read, updated, found by a visitor, removed', async () => {
    const { own, visitor } = await clients();
    const id = await newFileId('shared by sdk.txt');
    const links = own.sharedLinksFiles;
    const added = await links.addShareLinkToFile(id, { sharedLink: { access: 'open', password } }, fields);
    const url = added.sharedLink?.url ?? '';
    expect(added.sharedLink).toMatchObject({ access: 'open', isPasswordEnabled: true });
    expect((await links.getSharedLinkForFile(id, fields)).sharedLink?.url).toBe(url);
    const boxapi = `shared_link=${url}&shared_link_password=${password}`;
    expect((await visitor.sharedLinksFiles.findFileForSharedLink({}, { boxapi })).id).toBe(id);
    const wrong = `shared_link=${url}&shared_link_password=incorrectPassword`;
    await expect(visitor.sharedLinksFiles.findFileForSharedLink({}, { boxapi: wrong })).rejects.toThrow();
    const updated = await links.updateSharedLinkOnFile(id, { sharedLink: { access: 'collaborators' } }, fields);
    expect(updated.sharedLink?.access).toBe('collaborators');
    const removed = await links.removeSharedLinkFromFile(id, { sharedLink: null }, fields);
    expect(removed.sharedLink).toBeUndefined();
  });

  test('on a folder: added, read, updated, found by a visitor, removed', async () => {
    const { own, visitor } = await clients();
    const { id } = await own.folders.createFolder({ name: 'shared by sdk', parent: { id: '0' } });
    const links = own.sharedLinksFolders;
    const added = await links.addShareLinkToFolder(id, { sharedLink: { access: 'open', password } }, fields);
    const boxapi = `shared_link=${added.sharedLink?.url}&shared_link_password=${password}`;
    expect((await links.getSharedLinkForFolder(id, fields)).sharedLink?.access).toBe('open');
    expect((await visitor.sharedLinksFolders.findFolderForSharedLink({}, { boxapi })).id).toBe(id);
    const collaborators = { sharedLink: { access: 'collaborators' as const } };
    expect((await links.updateSharedLinkOnFolder(id, collaborators, fields)).sharedLink?.access).toBe('collaborators');
    expect((await links.removeSharedLinkFromFolder(id, { sharedLink: null }, fields)).sharedLink).toBeUndefined();
  });

  test('on a web link: added, read, updated, found by a visitor, removed', async () => {
    const { own, visitor } = await clients();
    const { id } = await own.webLinks.createWebLink({
      url: 'https://example.com',
      parent: { id: '0' },
      name: 'by sdk',
    });
    const links = own.sharedLinksWebLinks;
    const added = await links.addShareLinkToWebLink(id, { sharedLink: { access: 'open', password } }, fields);
    const boxapi = `shared_link=${added.sharedLink?.url}&shared_link_password=${password}`;
    expect((await links.getSharedLinkForWebLink(id, fields)).sharedLink?.access).toBe('open');
    expect((await visitor.sharedLinksWebLinks.findWebLinkForSharedLink({}, { boxapi })).id).toBe(id);
    const collaborators = { sharedLink: { access: 'collaborators' as const } };
    expect((await links.updateSharedLinkOnWebLink(id, collaborators, fields)).sharedLink?.access).toBe('collaborators');
    expect((await links.removeSharedLinkFromWebLink(id, { sharedLink: null }, fields)).sharedLink).toBeUndefined();
  });
});
