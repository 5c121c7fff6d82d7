import type { ReactNode } from 'react';
import { type Item, may } from '../../../state/items/item.ts';
import { useService } from '../../../state/service/service.ts';
import { texts } from '../../../texts/texts.ts';
import { LinkTab } from './link/link-tab.tsx';
import type { SharedLink } from './link/set-link.ts';
import { PeopleTab } from './people/people-tab.tsx';

/** Access to one item, in its share dialog and in its details: first the people, then the link. `edge`: the line between them reaches through it. */
export function Sharing({ item, edge }: { item: Item; edge: keyof typeof edges }): ReactNode {
  const link = useLink(item);
  return (
    <>
      <PeopleTab item={item} />
      {may(item, 'can_share') && (
        <section aria-label={texts.details.tabs.link} className={`border-line border-t pt-4 ${edges[edge]}`}>
          <LinkTab item={item} link={link} />
        </section>
      )}
    </>
  );
}

const edges = { dialog: '-mx-6 px-6', panel: '-mx-4 px-4' } as const;

/** The link is read apart from the list or search that the item came from, which may no longer contain it. Until then, its own. */
function useLink({ id, type, shared_link: own }: Item): SharedLink | null {
  const query = { fields: 'id,type,shared_link' };
  const folder = useService(
    'getFolder',
    type === 'folder' ? { params: { folder_id: id }, query: { ...query, limit: 1 } } : null,
  );
  const file = useService('getFile', type === 'file' ? { params: { file_id: id }, query } : null);
  const { data, isFetchedAfterMount } = type === 'folder' ? folder : file;
  return (isFetchedAfterMount && data !== undefined ? data.shared_link : own) ?? null;
}
