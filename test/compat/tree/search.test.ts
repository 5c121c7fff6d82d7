import { expect, test } from 'vitest';
import { sdkClient } from '../../support/service/callers/sdk-client.ts';
import { callerOf } from '../../support/service/callers/service-caller.ts';
import { startTestService } from '../../support/service/service.ts';

test('the public SDK searches by words and by metadata, in both forms of the answer', async () => {
  await using service = await startTestService();
  const { search, metadataTemplates, fileMetadata } = sdkClient(service, service.person.token);
  const ann = callerOf(service, service.person.token);
  const folder = (await ann.post('/folders', { name: 'Reports', parent: { id: '0' } })).json.id;
  const file = (await ann.upload({ name: 'Quarterly report.pdf', parent: { id: folder } }, 'a')).json.entries[0]?.id;
  await metadataTemplates.createMetadataTemplate({
    scope: 'enterprise',
    templateKey: 'contract',
    displayName: 'Contract',
    fields: [{ type: 'float', key: 'amount', displayName: 'Amount' }],
  });
  await fileMetadata.createFileMetadataById(file ?? '', 'enterprise', 'contract', { amount: 7 });

  const found = await search.searchForContent({
    query: 'report',
    ancestorFolderIds: [folder],
    fileExtensions: ['pdf'],
    contentTypes: ['name'],
    type: 'file',
    sort: 'modified_at',
    direction: 'ASC',
    limit: 10,
    trashContent: 'non_trashed_only',
  });
  expect([found.totalCount, found.entries?.map((entry) => 'id' in entry && entry.id)]).toEqual([1, [file]]);
  const byMetadata = await search.searchForContent({
    mdfilters: [{ scope: 'enterprise', templateKey: 'contract', filters: { amount: { gt: 5, lt: 10 } } }],
  });
  expect(byMetadata.totalCount).toBe(1);
  const withLinks = await search.searchForContent({ query: 'quarterly', includeRecentSharedLinks: true });
  expect([withLinks.type, withLinks.totalCount]).toEqual(['search_results_with_shared_links', 1]);
});

test('the public SDK lists recent items', async () => {
  await using service = await startTestService();
  const { recentItems } = sdkClient(service, service.person.token);
  const ann = callerOf(service, service.person.token);
  const file = (await ann.upload({ name: 'a.txt', parent: { id: '0' } }, 'a')).json.entries[0]?.id;

  const recent = await recentItems.getRecentItems({ fields: ['name'], limit: 10 });
  expect(recent.entries).toMatchObject([{ type: 'recent_item', interactionType: 'item_upload', item: { id: file } }]);
  expect(recent.nextMarker ?? null).toBeNull();
});
