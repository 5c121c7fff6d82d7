import type { HubDocumentBlock, HubDocumentPage } from '../../../../../contract/resources/surfaces/hub.ts';
import { say } from '../../../../../contract/rules/say.ts';
import { Refusal } from '../../../refusal.ts';
import type { Caller, Service } from '../../../service.ts';
import { requireHub } from '../require-hub.ts';

/** The pages of a hub's document. */
export async function listHubPages(
  service: Service,
  caller: Caller,
  hubId: string,
): Promise<readonly HubDocumentPage[]> {
  return service.store.read(async (reads) => {
    await requireHub(reads, caller, hubId, 'view');
    const pages = await reads.hubs.listPages(hubId);
    return pages.map(({ id, title }) => ({ id, type: 'page', parent_id: null, title_fragment: title }));
  });
}

/** The blocks on a page of a hub's document. */
export async function listHubBlocks(
  service: Service,
  caller: Caller,
  { hubId, pageId }: { readonly hubId: string; readonly pageId: string },
): Promise<readonly HubDocumentBlock[]> {
  return service.store.read(async (reads) => {
    await requireHub(reads, caller, hubId, 'view');
    const pages = await reads.hubs.listPages(hubId);
    if (!pages.some(({ id }) => id === pageId)) {
      throw new Refusal('not_found', say`Hub ${hubId} has no page ${pageId}.`);
    }
    return (await reads.hubs.listBlocks(pageId)).map(({ id, type }) => ({ id, type, parent_id: null }));
  });
}
