import type { ReactNode } from 'react';
import { classNames } from '../layout/class-names.ts';
import { type ButtonKind, type ButtonSize, buttonLook } from './button-look.ts';

/** A link that looks like a button but navigates, so it can be opened in another tab. */
export function LinkButton({
  href,
  kind = 'plain',
  size = 'normal',
  icon = false,
  label,
  isOutside = false,
  onClick,
  className,
  children,
}: {
  href: string;
  kind?: ButtonKind;
  size?: ButtonSize;
  icon?: boolean;
  /** The accessible name, if it contains only an icon or its text is ambiguous. */
  label?: string;
  /** Opens outside the window, in the browser. */
  isOutside?: boolean;
  /** Beside the navigation: closes the overlay that contains it. */
  onClick?: () => void;
  className?: string;
  children: ReactNode;
}): ReactNode {
  return (
    <a
      href={href}
      onClick={onClick}
      {...(label === undefined ? {} : { 'aria-label': label, title: label })}
      {...(isOutside ? { target: '_blank', rel: 'noreferrer' } : {})}
      className={classNames(buttonLook(kind, size, icon), className)}
    >
      {children}
    </a>
  );
}
