import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, type ButtonProps } from 'react-aria-components';
import { classNames } from '../layout/class-names.ts';
import { type ButtonKind, type ButtonSize, buttonLook } from './button-look.ts';

/** A button with a label, or with one icon and an `aria-label`. */
export function Button({
  kind = 'plain',
  size = 'normal',
  icon = false,
  className,
  ...props
}: Omit<ButtonProps, 'className' | 'style'> & {
  kind?: ButtonKind;
  size?: ButtonSize;
  icon?: boolean;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}): ReactNode {
  return <AriaButton {...props} className={classNames(buttonLook(kind, size, icon), className)} />;
}
