import type { ReactNode } from 'react';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { ItemIcon } from '../../../parts/files/item-icon.tsx';
import { type Item, nameOf } from '../../../state/items/item.ts';
import { useService } from '../../../state/service/service.ts';
import { texts } from '../../../texts/texts.ts';
import { LinkTab } from '../details/link/link-tab.tsx';
import type { SharedLink } from '../details/link/set-link.ts';
import { PeopleTab } from '../details/people/people-tab.tsx';

/** Access to one item: first the people, then the link. */
export function ShareDialog({ item, onClose }: { item: Item; onClose: () => void }): ReactNode {
  const link = useLink(item);
  return (
    <Dialog
      title={texts.files.shareOf(nameOf(item))}
      icon={<ItemIcon item={item} size={24} />}
      size="wide"
      hasClose
      onClose={onClose}
    >
      <PeopleTab item={item} />
      <section aria-label={texts.details.tabs.link} className="-mx-6 border-line border-t px-6 pt-4">
        <LinkTab item={item} link={link} />
      </section>
    </Dialog>
  );
}

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
