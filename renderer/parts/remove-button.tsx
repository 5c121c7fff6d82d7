import { type ReactNode, useState } from 'react';
import type { TandemBridge } from '../../preload/ipc/transport/bridge.ts';
import { Button } from '../components/controls/button.tsx';
import type { ButtonKind, ButtonSize } from '../components/controls/button-look.ts';
import { ConfirmDialog } from '../components/overlay/confirm-dialog.tsx';
import { useServiceAction } from '../state/service/service.ts';

type Removal = {
  readonly title: string;
  readonly detail: string;
  readonly action: string;
  readonly act: (bridge: TandemBridge) => Promise<unknown>;
  /** Reports the removal. */
  readonly onDone?: () => void;
};

/** Explains the consequence of an irreversible action on the service, and runs it only after confirmation. */
export function RemoveButton({
  children,
  label,
  kind = 'plain',
  size = 'normal',
  icon = false,
  ...removal
}: Removal & {
  children: ReactNode;
  /** The accessible name, if the label alone is ambiguous. */
  label?: string;
  kind?: ButtonKind;
  size?: ButtonSize;
  /** It shows an icon instead of words, so it has a `label`. */
  icon?: boolean;
}): ReactNode {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        kind={kind}
        size={size}
        icon={icon}
        onPress={() => setAsking(true)}
        {...(label === undefined ? {} : { 'aria-label': label })}
      >
        {children}
      </Button>
      {isAsking && <RemoveQuestion {...removal} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Owns the action, so that a refusal is reported if the question is closed before the answer. */
function RemoveQuestion({ act, onDone, onClose, ...words }: Removal & { onClose: () => void }): ReactNode {
  const remove = useServiceAction(
    (bridge) => act(bridge),
    () => onDone?.(),
  );
  const confirm = (): void => remove.mutate(undefined, { onSuccess: onClose });
  return <ConfirmDialog {...words} isDanger acting={remove} onConfirm={confirm} onClose={onClose} />;
}
