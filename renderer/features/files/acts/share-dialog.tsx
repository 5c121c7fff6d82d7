import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { type Item, nameOf } from '../../../state/items/item.ts';
import { texts } from '../../../texts/texts.ts';
import { LinkTab } from '../details/link-tab.tsx';
import { PeopleTab } from '../details/people-tab.tsx';

/** Access to one item: first the people, then the link. */
export function ShareDialog({ item, onClose }: { item: Item; onClose: () => void }): ReactNode {
  return (
    <Dialog title={texts.files.shareOf(nameOf(item))} size="wide" onClose={onClose}>
      <PeopleTab item={item} />
      <section aria-label={texts.details.tabs.link} className="grid gap-3 border-line border-t pt-4">
        <h3 className="font-semibold">{texts.details.tabs.link}</h3>
        <LinkTab item={item} />
      </section>
      <div className="flex justify-end">
        <Button onPress={onClose}>{texts.actions.close}</Button>
      </div>
    </Dialog>
  );
}
