import { Upload } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { MenuButton } from '../components/controls/menu/menu-button.tsx';
import type { MenuEntry } from '../components/controls/menu/menu-panel.tsx';
import { texts } from '../texts/texts.ts';

/** A button with the ways to upload. */
export const UploadMenu = (
  props: Pick<ComponentProps<typeof MenuButton>, 'isDisabled' | 'onAction' | 'className'> & {
    entries: readonly MenuEntry[];
  },
): ReactNode => (
  <MenuButton label={texts.actions.upload} kind="primary" {...props}>
    <Upload aria-hidden className="size-4" />
    {texts.actions.upload}
  </MenuButton>
);
