import type { ReactNode } from 'react';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { ItemIcon } from '../../../parts/files/item-icon.tsx';
import { type Item, nameOf } from '../../../state/items/item.ts';
import { texts } from '../../../texts/texts.ts';
import { Sharing } from '../details/sharing.tsx';

/** Access to one item. */
export const ShareDialog = ({ item, onClose }: { item: Item; onClose: () => void }): ReactNode => (
  <Dialog
    title={texts.files.shareOf(nameOf(item))}
    icon={<ItemIcon item={item} size={24} />}
    size="wide"
    hasClose
    onClose={onClose}
  >
    <Sharing item={item} edge="dialog" />
  </Dialog>
);
