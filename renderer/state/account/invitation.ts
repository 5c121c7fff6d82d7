import { useAction } from '../bridge/actions.ts';
import type { CommandRefused } from '../bridge/bridge.ts';
import { useConnection } from '../bridge/session.ts';

/** Accepts or declines an invitation, once. */
export function useInvitation(id: string): {
  readonly accept: () => void;
  readonly decline: () => void;
  /** Cannot be answered: an answer is in progress, or there is no connection. */
  readonly isBusy: boolean;
  readonly refused: CommandRefused | null;
} {
  const accept = useAction('invitation.accept');
  const decline = useAction('invitation.decline');
  const isLost = useConnection() !== 'connected';
  // The refusal of the other answer would hide that of this one.
  return {
    accept: () => {
      decline.reset();
      accept.mutate({ id });
    },
    decline: () => {
      accept.reset();
      decline.mutate({ id });
    },
    isBusy: isLost || accept.isPending || decline.isPending || accept.isSuccess || decline.isSuccess,
    refused: accept.error ?? decline.error,
  };
}
