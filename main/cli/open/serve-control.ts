import type { ControlSocket } from '../../ipc/control-socket.ts';
import type { CommonFlags } from '../words/common-flags.ts';
import type { OpenedEngine } from './open-engine.ts';

/** Lets the command line reach this process: `tandem status`, `why`, `pause`, `resume`, `log`. */
export type ServeControl = (composed: OpenedEngine, flags: CommonFlags) => Promise<ControlSocket>;
