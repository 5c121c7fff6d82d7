import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { type ButtonKind, floatsWhenNarrow } from '../controls/button-look.ts';

/** A button with an icon that opens a dialog; the primary one of a page floats above the bottom bar of a narrow window. */
export function DialogButton({
  icon: Icon,
  label,
  kind = 'plain',
  children,
}: {
  icon: LucideIcon;
  label: string;
  kind?: ButtonKind;
  /** The dialog, which owns its action: a late refusal is reported once it is closed. Receives a function that closes it. */
  children: (close: () => void) => ReactNode;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
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
      {isOpen && children(() => setOpen(false))}
    </>
  );
}
