import type { FullWebLink } from '../../../../contract/resources/items/web-link.ts';
import { findItem, requireRight } from '../../access/item-access.ts';
import { isUnchanged } from '../../access/preconditions.ts';
import { answerWebLink } from '../../representation/items/present.ts';
import type { Caller, Service } from '../../service.ts';

/** Input of `getWebLink`. */
export interface GetWebLink {
  readonly webLinkId: string;
  readonly ifNoneMatch?: string | undefined;
}

/** A web link, including in the trash; `not_modified` if the caller has seen this state of it. */
export async function getWebLink(
  service: Service,
  caller: Caller,
  { webLinkId, ifNoneMatch }: GetWebLink,
): Promise<FullWebLink | 'not_modified'> {
  return service.store.read(async (reads) => {
    const view = await findItem(reads, caller, 'web_link', webLinkId);
    requireRight(view, 'list');
    if (isUnchanged(view.item, ifNoneMatch)) return 'not_modified' as const;
    return answerWebLink(service, reads, caller, view);
  });
}
