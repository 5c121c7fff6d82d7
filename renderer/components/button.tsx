import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps } from 'react-aria-components';
import { classNames } from '../style/class-names.ts';

export type ButtonKind = 'plain' | 'primary' | 'quiet';

const look: Readonly<Record<ButtonKind, string>> = {
  plain: 'border border-line bg-card text-text hover:bg-hover data-pressed:bg-mute-bg',
  primary: 'border border-transparent bg-accent text-on-accent hover:bg-accent-hover',
  quiet: 'border border-transparent text-dim hover:bg-hover hover:text-text',
};

/** A button with words, or with one icon and an `aria-label`. */
export function Button({
  kind = 'plain',
  icon = false,
  className,
  ...props
}: Omit<ButtonProps, 'className' | 'style'> & { kind?: ButtonKind; icon?: boolean; className?: string }): ReactNode {
  return (
    <AriaButton
      {...props}
      className={classNames(
        'inline-flex min-h-8 shrink-0 cursor-default items-center justify-center gap-2 whitespace-nowrap rounded-control font-medium',
        'transition-colors duration-100 disabled:text-dim disabled:bg-mute-bg data-pending:text-dim',
        icon ? 'w-8' : 'px-3',
        look[kind],
        className,
      )}
    />
  );
}
