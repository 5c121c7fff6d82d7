import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react';
import { LatePlace } from '../../feedback/late-place.tsx';
import { lazyWithRetry } from '../../feedback/lazy-with-retry.ts';
import { usePreloaded } from '../../feedback/use-preloaded.ts';
import { Button } from '../button.tsx';
import type { MenuEntry, MenuFocus } from './menu-panel.tsx';

const MenuPanel = lazyWithRetry(async () => (await import('./menu-panel.tsx')).MenuPanel);

/** A button that opens a menu of actions, or with `selected` a list of options. */
export function MenuButton({
  label,
  children,
  entries,
  onAction,
  selected,
  icon = false,
  isTabStop = true,
  ...look
}: {
  /** Name of the menu, and of the button if it contains only an icon. */
  label: string;
  children: ReactNode;
  entries: readonly MenuEntry[];
  onAction: (id: string) => void;
  selected?: string;
  icon?: boolean;
  /** In a list, only the controls of the focused row are. */
  isTabStop?: boolean;
} & Pick<ComponentProps<typeof Button>, 'kind' | 'size' | 'isDisabled' | 'isBusy' | 'className'>): ReactNode {
  usePreloaded(MenuPanel);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<MenuFocus | null>(null);
  return (
    <>
      <Button
        ref={button}
        {...look}
        excludeFromTabOrder={!isTabStop}
        icon={icon}
        aria-haspopup="menu"
        aria-expanded={opened !== null}
        {...(opened === null ? {} : { 'aria-controls': id })}
        {...(icon ? { 'aria-label': label } : {})}
        {...opensMenu(setOpened)}
      >
        {children}
        {!icon && <ChevronDown aria-hidden className="-me-1 size-4 opacity-80" />}
      </Button>
      {opened !== null && (
        <LatePlace>
          <MenuPanel
            id={id}
            label={label}
            button={button}
            entries={entries}
            selected={selected}
            focus={opened}
            onAction={onAction}
            onClose={() => setOpened(null)}
          />
        </LatePlace>
      )}
    </>
  );
}

type Handlers = Pick<ComponentProps<typeof Button>, 'preventFocusOnPress' | 'onPressStart' | 'onPress' | 'onKeyDown'>;

/** Opens when the mouse or a key goes down, as system menus do, but when a finger goes up: it may still start to scroll. */
function opensMenu(open: (focus: MenuFocus) => void): Handlers {
  const openFrom = (button: Element, focus: MenuFocus): void => {
    // The closed menu returns the focus to the current element.
    if (button instanceof HTMLElement) button.focus({ preventScroll: true });
    open(focus);
  };
  return {
    // It would come after the menu, and take the focus from it.
    preventFocusOnPress: true,
    onPressStart: ({ pointerType, target }) => {
      if (pointerType === 'touch' || pointerType === 'keyboard') return;
      openFrom(target, pointerType === 'virtual' ? 'first' : 'menu');
    },
    onPress: ({ pointerType, target }) => {
      if (pointerType === 'touch') openFrom(target, 'menu');
    },
    onKeyDown: (event) => {
      const focus = KEYS[event.key];
      if (focus === undefined || event.repeat || event.ctrlKey || event.metaKey || event.shiftKey) {
        event.continuePropagation();
        return;
      }
      event.preventDefault();
      open(focus);
    },
  };
}

const KEYS: Readonly<Record<string, MenuFocus>> = { Enter: 'first', ' ': 'first', ArrowDown: 'first', ArrowUp: 'last' };
