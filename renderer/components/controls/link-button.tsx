import type { ReactNode } from 'react';
import { classNames } from '../layout/class-names.ts';
import { type ButtonKind, type ButtonSize, buttonLook } from './button-look.ts';

/** A link that looks like the buttons it stands among: it leads somewhere, and can be opened in another tab. */
export function LinkButton({
  href,
  kind = 'plain',
  size = 'normal',
  icon = false,
  label,
  isOutside = false,
  className,
  children,
}: {
  href: string;
  kind?: ButtonKind;
  size?: ButtonSize;
  icon?: boolean;
  /** Its name where it holds only an icon, or where its words could mean several things. */
  label?: string;
  /** Leads out of the window, into the browser. */
  isOutside?: boolean;
  className?: string;
  children: ReactNode;
}): ReactNode {
  return (
    <a
      href={href}
      {...(label === undefined ? {} : { 'aria-label': label, title: label })}
      {...(isOutside ? { target: '_blank', rel: 'noreferrer' } : {})}
      className={classNames(buttonLook(kind, size, icon), className)}
    >
      {children}
    </a>
  );
}
