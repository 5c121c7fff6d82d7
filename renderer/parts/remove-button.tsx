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
  onDone?: () => void;
  kind?: ButtonKind;
}): ReactNode {
  const remove = useServiceAction(async (bridge) => {
    await act(bridge);
  });
  const confirmed = (done: () => void): void =>
    remove.mutate(undefined, {
      onSuccess: () => {
        done();
        onDone?.();
      },
    });
  return (
    <ConfirmButton
      title={title}
      detail={detail}
      action={action}
      isDanger
      acting={remove}
      onConfirm={confirmed}
      onClose={() => remove.reset()}
      {...(label === undefined ? {} : { label })}
      {...(kind === undefined ? {} : { kind })}
    >
      {children}
    </ConfirmButton>
  );
}
