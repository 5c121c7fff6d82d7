import type { ReactNode } from 'react';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { ItemIcon } from '../../../parts/files/item-icon.tsx';
import { type Item, nameOf } from '../../../state/items/item.ts';
import { texts } from '../../../texts/texts.ts';
import { LinkTab } from '../details/link/link-tab.tsx';
import { PeopleTab } from '../details/people/people-tab.tsx';

/** Access to one item: first the people, then the link. */
export function ShareDialog({ item, onClose }: { item: Item; onClose: () => void }): ReactNode {
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
        <LinkTab item={item} />
      </section>
    </Dialog>
  );
}
