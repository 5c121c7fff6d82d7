import { createContext, useContext } from 'react';
import type { CommandAnswer, CommandError, CommandInput, CommandName } from '../../../preload/ipc/commands.ts';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';

const BridgeContext = createContext<TandemBridge | null>(null);

export const BridgeProvider = BridgeContext.Provider;

export function useBridge(): TandemBridge {
  const bridge = useContext(BridgeContext);
  if (bridge === null) throw new Error('the window was drawn outside its BridgeProvider');
  return bridge;
}

/** A refusal as an exception, as TanStack Query expects for failures. Shown by its message and remedy. */
export class CommandRefused extends Error {
  readonly code: string;
  readonly remedy: string;
  /** Invalid parts of the request, each with the reason; empty if the refusal concerns none of them. */
  readonly faults: readonly { readonly name: string; readonly message: string }[];
  constructor(error: CommandError) {
    super(error.message);
    this.name = 'CommandRefused';
    this.code = error.code;
    this.remedy = error.remedy;
    this.faults = error.faults ?? [];
  }
}

/** Whether every other item would meet this refusal too. */
export const concernsAll = ({ code }: CommandRefused): boolean => code === 'offline' || code === 'signed_out';

/** The value of a command; rejects with `CommandRefused`. */
export async function ask<Name extends CommandName>(
  bridge: TandemBridge,
  name: Name,
  input: CommandInput<Name>,
): Promise<CommandAnswer<Name>> {
  const result = await bridge.call(name, input);
  if (!result.ok) throw new CommandRefused(result.error);
  return result.value;
}
