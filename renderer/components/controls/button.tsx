import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, type ButtonProps } from 'react-aria-components';
import { classNames } from '../layout/class-names.ts';
import { type ButtonKind, type ButtonSize, buttonLook } from './button-look.ts';

/**
 * A button with a label, or with one icon and an `aria-label`. While `isBusy`, an answer is under way: it ignores presses but keeps the focus, which a
 * disabled button loses, and with it Escape its dialog.
 */
export function Button({
  kind = 'plain',
  size = 'normal',
  icon = false,
  isBusy = false,
  className,
  ...props
}: Omit<ButtonProps, 'className' | 'style'> & {
  kind?: ButtonKind;
  size?: ButtonSize;
  icon?: boolean;
  isBusy?: boolean;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}): ReactNode {
  const look = classNames(buttonLook(kind, size, icon), className);
  if (!isBusy) return <AriaButton {...props} className={look} />;
  const { onPress: _ignored, ...rest } = props;
  return <AriaButton {...rest} aria-disabled="true" className={look} />;
}
