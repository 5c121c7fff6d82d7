import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { type ButtonKind, floatsWhenNarrow } from '../controls/button-look.ts';

/** A button with an icon that opens a dialog; the primary one of a page floats above the bottom bar of a narrow window. */
export function DialogButton({
  icon: Icon,
  label,
  kind = 'plain',
  onClose,
  children,
}: {
  icon: LucideIcon;
  label: string;
  kind?: ButtonKind;
  /** The dialog was dismissed or has succeeded: clear the error. */
  onClose?: () => void;
  /** The dialog; receives a function that closes it. */
  children: (close: () => void) => ReactNode;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => {
    setOpen(false);
    onClose?.();
  };
  return (
    <>
      <Button
        kind={kind}
        onPress={() => setOpen(true)}
        {...(kind === 'primary' ? { className: floatsWhenNarrow } : {})}
      >
        <Icon aria-hidden className="size-4" />
        {label}
      </Button>
      {isOpen && children(close)}
    </>
  );
}
