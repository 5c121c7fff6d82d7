import { existsSync } from 'node:fs';
import path from 'node:path';
import { callbackify } from 'node:util';
import { Agent } from 'undici';
import { connectProven } from '../../../../main/private/proven-socket.ts';

/** Connects to a service on a socket; one that has a key beside it, as private services do, proves it. */
export function socketAgent(socket: string, options: Agent.Options = {}): Agent {
  const keyFile = path.join(path.dirname(socket), 'socket.key');
  if (!existsSync(keyFile)) return new Agent({ ...options, connect: { socketPath: socket } });
  const connecting = callbackify(connectProven);
  return new Agent({
    ...options,
    connect: (_options, done) =>
      connecting({ path: socket, keyFile }, 10_000, (error, line) =>
        error === null ? done(null, line) : done(error, null),
      ),
  });
}
