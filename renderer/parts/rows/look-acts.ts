import { Eye, FolderOpen } from 'lucide-react';
import { hrefInFolder, type Item } from '../../state/items/item.ts';
import { texts } from '../../texts/texts.ts';
import type { ListSteps } from './list-page.tsx';
import type { EntryAct } from './row-act.ts';

/** Opens the panel of an entry. */
export const detailsAct = (id: string, { onChoose }: Pick<ListSteps, 'onChoose'>): EntryAct => ({
  id: 'open',
  icon: Eye,
  label: texts.manage.details,
  group: 'look',
  show: () => onChoose(id),
});

/** Opens a folder in Files, and shows anything else in its folder there. */
export const openItemAct = (item: Item): EntryAct => ({
  id: 'open',
  icon: FolderOpen,
  label: item.type === 'folder' ? texts.files.open : texts.files.showInFolder,
  group: 'look',
  show: () => {
    window.location.hash = hrefInFolder(item);
  },
});
