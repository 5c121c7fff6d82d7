import type { ReactNode, Ref, SyntheticEvent } from 'react';
import { Button as AriaButton, type ButtonProps } from 'react-aria-components';
import { classNames } from '../layout/class-names.ts';
import { type ButtonKind, type ButtonSize, buttonLook } from './button-look.ts';

/**
 * A button with a label, or with one icon and an `aria-label`. While `isBusy`, an answer is under way: it ignores presses, and the form around it
 * isn't submitted. It keeps the focus, which a disabled button loses, and with it the next key, or Escape its dialog.
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
  const { onPress: _press, onPressStart: _start, onKeyDown: _key, ...rest } = props;
  return <AriaButton {...rest} aria-disabled="true" onClickCapture={preventSubmit} className={look} />;
}

/** Enter in a field clicks the submit button of its form. */
const preventSubmit = (event: SyntheticEvent): void => event.preventDefault();
