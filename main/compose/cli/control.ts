import { type Control, type OpenControl, type OpenSignedIn, withControl } from '../../cli/open/control.ts';
import { connectControlSocket } from '../../ipc/control-socket.ts';
import { controlSocket } from '../../private/private-socket-path.ts';

/** The process that uses this state; if none runs, the state itself, opened but not started. */
export const openControl: OpenControl = async (state) => {
  const running = await openRunning(state);
  if (running !== null) return running;
  const { openState } = await import('./state.ts');
  return openState(state);
};

/** The process that uses this state; if none runs, the state itself, signed in. */
export const openSignedIn: OpenSignedIn = async (flags, work) => {
  const running = await openRunning(flags.state);
  const open = async (): Promise<Control> => {
    if (running !== null) return running;
    const { openSignedInState } = await import('./state.ts');
    return openSignedInState(flags);
  };
  return withControl(open, flags.state, work);
};

/** The process that uses this state; null: none runs. */
export async function openRunning(state: string): Promise<Control | null> {
  const client = await connectControlSocket(controlSocket(state));
  return client && { isRunning: true, call: client.call, close: async () => client.close() };
}
