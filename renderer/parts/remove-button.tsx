import type { ReactNode } from 'react';
import type { TandemBridge } from '../../preload/ipc/transport/bridge.ts';
import type { ButtonKind } from '../components/controls/button-look.ts';
import { ConfirmButton } from '../components/overlay/confirm-button.tsx';
import { useServiceAction } from '../state/service/service.ts';

/** Asks for confirmation, then runs an irreversible action on the service. */
export function RemoveButton({
  children,
  label,
  title,
  detail,
  action,
  act,
  onDone,
  kind,
}: {
  children: ReactNode;
  label?: string;
  title: string;
  detail: string;
  action: string;
  act: (bridge: TandemBridge) => Promise<unknown>;
  /** Reports the removal. */
  onDone?: () => void;
  kind?: ButtonKind;
}): ReactNode {
  const remove = useServiceAction(
    (bridge) => act(bridge),
    () => onDone?.(),
  );
  return (
    <ConfirmButton
      title={title}
      detail={detail}
      action={action}
      isDanger
      acting={remove}
      onConfirm={(done) => remove.mutate(undefined, { onSuccess: done })}
      onClose={() => remove.reset()}
      {...(label === undefined ? {} : { label })}
      {...(kind === undefined ? {} : { kind })}
    >
      {children}
    </ConfirmButton>
  );
}
